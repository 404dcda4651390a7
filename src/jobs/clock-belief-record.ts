/**
 * What a server believed of its clock, stored about once a minute, so that the next one notices a
 * clock that was wrong when it started.
 */
import { systemSpace, type Engine } from '../storage/engine.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { clockBeliefKey } from '../storage/keyspace.js'
import type { ClockBelief } from './clock-belief.js'

export interface StoredBelief extends ClockBelief {
  /** The time that was believed, and the steady clock's, when it was stored. */
  readonly atMs: number
  readonly steadyMs: number
  /** Which steady clock that was: the start of the machine, or the machine. */
  readonly machine: string
}

const { encode, decode } = jsonRecordAt<StoredBelief>('clockBelief', 1)

export async function readBelief(engine: Engine): Promise<StoredBelief | undefined> {
  const [bytes] = await engine.read([{ kind: 'get', space: systemSpace, key: clockBeliefKey() }])
  return bytes && decode(bytes)
}

export async function storeBelief(engine: Engine, belief: StoredBelief): Promise<void> {
  const value = encode(belief)
  const put = { kind: 'put', space: systemSpace, key: clockBeliefKey(), value } as const
  await engine.transact({ reads: [], decide: () => ({ mutations: [put], result: undefined }) })
}
