/**
 * What a server tells the others: the units that it has charged so far, by table or index and kind,
 * and what it believes to be left. The numbers only grow, so a record that was missed does no harm.
 */
import { systemSpace, type Entry, type Mutation } from '../storage/engine.js'
import { serverOfUnitsUsed, unitsUsedKey } from '../storage/throughput-keys.js'
import type { ToldRange } from './key-ranges.js'

export interface Use {
  /** Names the allowance. */
  readonly key: string
  readonly units: number
  readonly balance: number
}

/** Of a key range; what was told first says nothing, only what came to it since. */
export interface RangeUseTold extends ToldRange {
  /** Names the allowance. */
  readonly key: string
}

export interface UseRecord {
  readonly serverId: string
  /** Grows with every record, so that one that stays the same has lost its server. */
  readonly counter: number
  readonly uses: readonly Use[]
  readonly ranges: readonly RangeUseTold[]
}

type StoredUse = readonly [key: string, units: number, balance: number]

type StoredRange = readonly [key: string, from: number, bound: number, units: number]

interface StoredRecord {
  readonly counter: number
  readonly uses: readonly StoredUse[]
  readonly ranges: readonly StoredRange[]
}

const revision = 1

export function putUseRecord({ serverId, counter, uses, ranges }: UseRecord): Mutation {
  const stored: StoredRecord = {
    counter,
    uses: uses.map(({ key, units, balance }) => [key, units, balance]),
    ranges: ranges.map(({ key, from, bound, units }) => [key, from, bound, units]),
  }
  const value = Buffer.concat([Buffer.of(revision), Buffer.from(JSON.stringify(stored))])
  return { kind: 'put', space: systemSpace, key: unitsUsedKey(serverId), value }
}

export function deleteUseRecord(serverId: string): Mutation {
  return { kind: 'delete', space: systemSpace, key: unitsUsedKey(serverId) }
}

/** Undefined for what another version has written: its use is not known then. */
export function decodeUseRecord({ key, value }: Entry): UseRecord | undefined {
  if (value[0] !== revision) return undefined
  const { counter, uses, ranges } = JSON.parse(value.toString('utf8', 1)) as StoredRecord
  return {
    serverId: serverOfUnitsUsed(key),
    counter,
    uses: uses.map(([name, units, balance]) => ({ key: name, units, balance })),
    ranges: ranges.map(([name, from, bound, units]) => ({ key: name, from, bound, units })),
  }
}
