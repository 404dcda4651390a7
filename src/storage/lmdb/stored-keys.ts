/**
 * How spaces share LMDB's single keyspace, and the records that this engine keeps beside the data.
 *
 * A key is stored behind its space's id. The engine's own records use an id that no space can have,
 * and start with a prefix byte. Prefixes are retired, never reused.
 */
import { assert } from '../../stdx/assert.js'
import type { SpaceId } from '../engine.js'
import { engineArea, type KeyRange } from '../keyspace.js'

/** Prefixes in the engine's own area. */
const engine = {
  /**
   * Changes whenever a space is created or dropped, so one small read shows whether a list is
   * current.
   */
  spacesStamp: 0x01,
  /** An existing space, with its label. */
  space: 0x02,
  /** A space's running totals, separate from its record because they change with every write. */
  tally: 0x03,
  /** A dropped space whose bytes have not been reclaimed yet. */
  droppedSpace: 0x04,
  /** Which process has the store open for writing. */
  owner: 0x05,
  /** The last number that a log assigned, separate from its entries because those get deleted. */
  logHead: 0x06,
  /** How many commits an owner of workers has made, for workers to say what their snapshots had. */
  commitNumber: 0x07,
  /** How far the tree contains the log: see `log/`. */
  logPosition: 0x08,
} as const

export function spacesStampKey(): Buffer {
  return storedKey(engineArea, Buffer.of(engine.spacesStamp))
}

export function storedSpaceKey(space: SpaceId): Buffer {
  return spaceKey(engine.space, space)
}

export function spaceRecords(): KeyRange {
  return engineRecords(engine.space)
}

export function tallyKey(space: SpaceId): Buffer {
  return spaceKey(engine.tally, space)
}

export function droppedSpaceKey(space: SpaceId): Buffer {
  return spaceKey(engine.droppedSpace, space)
}

export function droppedSpaces(): KeyRange {
  return engineRecords(engine.droppedSpace)
}

export function logHeadKey(space: SpaceId, log: Uint8Array): Buffer {
  return Buffer.concat([spaceKey(engine.logHead, space), log])
}

/** The heads of all logs of a space. */
export function logHeads(space: SpaceId): KeyRange {
  return { from: spaceKey(engine.logHead, space), to: spaceKey(engine.logHead, space + 1) }
}

/** The log that a head belongs to. */
export function logOfHead(key: Buffer): Buffer {
  return key.subarray(2 * spaceIdBytes + 1)
}

export function ownerKey(): Buffer {
  return storedKey(engineArea, Buffer.of(engine.owner))
}

export function commitNumberKey(): Buffer {
  return storedKey(engineArea, Buffer.of(engine.commitNumber))
}

export function logPositionKey(): Buffer {
  return storedKey(engineArea, Buffer.of(engine.logPosition))
}

/** The space that a space, tally or dropped-space record belongs to. */
export function spaceOfRecord(key: Buffer): SpaceId {
  assert(key.length === 2 * spaceIdBytes + 1, 'a record of a space names it')
  return key.readUInt32BE(spaceIdBytes + 1)
}

/** A key as stored in the single keyspace: the space's id comes first. */
export function storedKey(space: SpaceId, key: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(spaceIdBytes + key.length)
  bytes.writeUInt32BE(space)
  bytes.set(key, spaceIdBytes)
  return bytes
}

/** The key that was stored under a space's id. */
export function keyOfStored(stored: Buffer): Buffer {
  assert(stored.length > spaceIdBytes, 'a stored key has a space', { length: stored.length })
  return stored.subarray(spaceIdBytes)
}

/** The space whose id it was stored under. */
export function spaceOfStored(stored: Buffer): SpaceId {
  return ((stored[0]! << 24) | (stored[1]! << 16) | (stored[2]! << 8) | stored[3]!) >>> 0
}

/** The range of all entries of a space in the single keyspace. */
export function storedSpace(space: SpaceId): KeyRange {
  return { from: storedKey(space, Buffer.alloc(0)), to: storedKey(space + 1, Buffer.alloc(0)) }
}

const spaceIdBytes = 4

function spaceKey(prefix: number, space: SpaceId): Buffer {
  const key = Buffer.allocUnsafe(1 + spaceIdBytes)
  key[0] = prefix
  key.writeUInt32BE(space, 1)
  return storedKey(engineArea, key)
}

function engineRecords(prefix: number): KeyRange {
  return {
    from: storedKey(engineArea, Buffer.of(prefix)),
    to: storedKey(engineArea, Buffer.of(prefix + 1)),
  }
}
