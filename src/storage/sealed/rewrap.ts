/**
 * Changes what data keys are wrapped by, and no data. Each key is changed by a transaction of its own that
 * starts from what is stored, so servers use their keys meanwhile, and an interrupted run is begun again.
 */
import type { MasterKeys, WrappedKey } from '../../keys/master-keys.js'
import { systemSpace, type Engine } from '../engine.js'
import { walk } from '../walk.js'
import {
  allDataKeys,
  decodeDataKey,
  getDataKey,
  putDataKey,
  type DataKeyRecord,
} from './seal-records.js'

export async function* dataKeyRecords(engine: Engine): AsyncGenerator<DataKeyRecord> {
  const range = { space: systemSpace, ...allDataKeys(), entriesMax: 100 }
  for await (const { value } of walk(engine, range)) yield decodeDataKey(value)
}

export interface Rewrapping {
  readonly rewrapped: number
  /** The keys that could not be opened, and why. */
  readonly faults: readonly { readonly owner: string; readonly error: unknown }[]
}

/** Wraps every key by the current master key, except those of tables that have chosen one. */
export async function rewrapAll(engine: Engine, masterKeys: MasterKeys): Promise<Rewrapping> {
  let rewrapped = 0
  const faults: { owner: string; error: unknown }[] = []
  for await (const record of dataKeyRecords(engine)) {
    const { owner, wrapped, isChosen } = record
    if (isChosen === true || masterKeys.isCurrent(wrapped)) continue
    try {
      const next = await masterKeys.wrap(await masterKeys.unwrap(wrapped, owner), owner)
      if (await replaceWrapped(engine, record, { wrapped: next })) rewrapped++
    } catch (error) {
      faults.push({ owner, error })
    }
  }
  return { rewrapped, faults }
}

/** False if somebody else has changed it meanwhile. */
function replaceWrapped(
  engine: Engine,
  { owner, wrapped: before }: DataKeyRecord,
  change: Pick<DataKeyRecord, 'wrapped' | 'isChosen'>,
): Promise<boolean> {
  return engine.transact({
    reads: [getDataKey(owner)],
    decide([stored]) {
      const current = stored && decodeDataKey(stored)
      if (current === undefined || !isSame(current.wrapped, before)) {
        return { mutations: [], result: false }
      }
      return { mutations: [putDataKey({ ...current, ...change })], result: true }
    },
  })
}

function isSame(one: WrappedKey, other: WrappedKey): boolean {
  return one.masterKey === other.masterKey && one.bytes === other.bytes
}
