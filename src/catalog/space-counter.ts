/** The next unused storage space. A number is never reused, even after its space was dropped. */
import { systemSpace, type Get, type Mutation, type SpaceId } from '../storage/engine.js'
import { nextSpaceKey } from '../storage/keyspace.js'

export function getSpaceCounter(): Get {
  return { kind: 'get', space: systemSpace, key: nextSpaceKey() }
}

export function decodeSpaceCounter(bytes: Buffer | undefined): SpaceId {
  return bytes === undefined ? systemSpace + 1 : bytes.readUInt32BE(0)
}

export function putSpaceCounter(next: SpaceId): Mutation {
  const value = Buffer.alloc(4)
  value.writeUInt32BE(next)
  return { kind: 'put', space: systemSpace, key: nextSpaceKey(), value }
}
