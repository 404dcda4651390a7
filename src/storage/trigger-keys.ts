/** The keys of the triggers' records, in the system space. Prefixes are in `system-prefixes.ts`. */
import { terminatedPart } from './key-codec.js'
import { prefixEnd, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

/** What a trigger follows, by the trigger's name. */
export function triggerKey(name: string): Buffer {
  return Buffer.concat([Buffer.of(system.trigger), Buffer.from(name)])
}

export function triggerNameOf(key: Buffer): string {
  return key.toString('utf8', 1)
}

export function allTriggers(): KeyRange {
  return { from: Buffer.of(system.trigger), to: Buffer.of(system.trigger + 1) }
}

/** A trigger's position in a shard: prefix | name | label of the stream | number of the shard. */
export function triggerPositionKey(name: string, label: string, shard: number): Buffer {
  const number = Buffer.allocUnsafe(shardNumberBytes)
  number.writeUInt32BE(shard)
  return Buffer.concat([labelPrefix(name, label), number])
}

export function shardOfPosition(key: Buffer): number {
  return key.readUInt32BE(key.length - shardNumberBytes)
}

/** All positions of a trigger, or those in one stream. */
export function triggerPositions(name: string, label?: string): KeyRange {
  const from = label === undefined ? namePrefix(name) : labelPrefix(name, label)
  return { from, to: prefixEnd(from) }
}

function labelPrefix(name: string, label: string): Buffer {
  return Buffer.concat([namePrefix(name), terminatedPart(Buffer.from(label))])
}

function namePrefix(name: string): Buffer {
  return Buffer.concat([Buffer.of(system.triggerPosition), terminatedPart(Buffer.from(name))])
}

const shardNumberBytes = 4
