/** The keys of what DAX keeps in the store, in the system space. The prefixes are in `system-prefixes.ts`. */
import type { SpaceId } from './engine.js'
import { spaceRecordKey } from './keyspace.js'
import { system } from './system-prefixes.js'

const idBytes = 8

export function attributeListKey(id: number): Buffer {
  const key = Buffer.alloc(1 + idBytes)
  key[0] = system.attributeList
  key.writeBigUInt64BE(BigInt(id), 1)
  return key
}

/** By a hash of its names. */
export function attributeListIdKey(hash: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(system.attributeListId), hash])
}

export function lastAttributeListKey(): Buffer {
  return Buffer.of(system.lastAttributeList)
}

/** By the space of the table's items. */
export function acceleratorUseKey(space: SpaceId): Buffer {
  return spaceRecordKey(system.acceleratorUse, space)
}
