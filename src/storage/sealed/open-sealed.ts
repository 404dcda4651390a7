/**
 * Opens a store with encryption: makes the store's own data key when it is first turned on, and seals the
 * records that are there by then. Tables that are there stay as they are.
 */
import { KeyFault, type MasterKeys } from '../../keys/master-keys.js'
import type { Clock } from '../../stdx/clock.js'
import type { Random } from '../../stdx/random.js'
import { systemSpace, type Engine, type Entry } from '../engine.js'
import { StorageError, StoreUnusable } from '../errors.js'
import { formatSteps, getFormat, raiseFormat, ratchet } from '../format.js'
import { prefixEnd } from '../keyspace.js'
import { walkPages } from '../walk.js'
import { DataKeys } from './data-keys.js'
import { convertedRecordsMax } from './limits.js'
import {
  decodeDataKey,
  decodeSpaceSeal,
  getDataKey,
  getSpaceSeal,
  isSealedStore,
  putDataKey,
  putSpaceSeal,
  storeOwner,
} from './seal-records.js'
import { SealedEngine } from './sealed-engine.js'
import { isSealedForm } from './space-cipher.js'
import { SpaceSeals } from './space-seals.js'
import { sealedPrefixes, SystemSealing } from './system-sealing.js'

export interface SealingParts {
  readonly masterKeys: MasterKeys
  readonly random: Random
  readonly clock: Clock
}

export interface SealedStore {
  readonly engine: Engine
  readonly keys: DataKeys
}

/** Throws `StoreUnusable` if the store's own key cannot be used. `where` starts the sentence. */
export async function openSealed(
  engine: Engine,
  parts: SealingParts,
  where = 'The store',
): Promise<SealedStore> {
  const { random } = parts
  const keys = new DataKeys({ engine, ...parts })
  const seals = new SpaceSeals(engine, keys, random)
  try {
    if (!(await isSealedStore(engine))) await createStoreKey(engine, keys, random)
    const sealing = await systemSealing(engine, keys, seals)
    seals.fix(systemSpace, sealing)
    const sealed = new SealedEngine({ engine, keys, seals, random })
    await sealRecords(engine, sealed, sealing)
    // A copy of another store has that store's mark.
    await raiseFormat(engine, [formatSteps.sealedSpaces])
    return { engine: sealed, keys }
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error
    if (error.kind === 'unreachable') throw new StorageError('unavailable', error.message, error)
    throw new StoreUnusable(`${where} is encrypted, and its key cannot be used. ${error.message}`)
  }
}

async function createStoreKey(engine: Engine, keys: DataKeys, random: Random): Promise<void> {
  const { record } = await keys.prepare(storeOwner)
  const salt = Buffer.from(random.bytes(32)).toString('base64')
  const isStored = await engine.transact({
    reads: [getDataKey(storeOwner), getFormat()],
    decide([found, mark]) {
      // Another server may have made one since we looked.
      if (found !== undefined) return { mutations: [], result: false }
      const mutations = [
        putDataKey({ ...record, spaces: [systemSpace] }),
        putSpaceSeal(systemSpace, { owner: storeOwner, salt }),
        ...ratchet(mark, [formatSteps.sealedSpaces]),
      ]
      return { mutations, result: true }
    },
  })
  keys.settle(storeOwner, isStored)
}

async function systemSealing(
  engine: Engine,
  keys: DataKeys,
  seals: SpaceSeals,
): Promise<SystemSealing> {
  const [record, seal] = await engine.read([getDataKey(storeOwner), getSpaceSeal(systemSpace)])
  const dataKey = await keys.open(storeOwner)
  if (record === undefined || seal === undefined || dataKey === undefined) {
    throw new StorageError('corruption', 'the data key of the store is missing')
  }
  const cipher = seals.cipherOf(systemSpace, decodeSpaceSeal(seal), dataKey)
  return new SystemSealing(cipher, decodeDataKey(record).recordsSealed !== true)
}

/** Once for a store. An interrupted run is continued by the next start. */
async function sealRecords(engine: Engine, sealed: Engine, sealing: SystemSealing): Promise<void> {
  if (!sealing.isConverting) return
  for (const prefix of sealedPrefixes) {
    const from = Buffer.of(prefix)
    const range = { space: systemSpace, from, to: prefixEnd(from), entriesMax: convertedRecordsMax }
    for await (const entries of walkPages(engine, range)) {
      const plain = entries.filter(({ value }) => !isSealedForm(value))
      if (plain.length > 0) await rewrite(sealed, plain)
    }
  }
  await engine.transact({
    reads: [getDataKey(storeOwner)],
    decide: ([record]) => ({
      mutations: [putDataKey({ ...decodeDataKey(record!), recordsSealed: true })],
      result: undefined,
    }),
  })
  sealing.endConversion()
}

/** Whatever they are by now. */
async function rewrite(sealed: Engine, entries: readonly Entry[]): Promise<void> {
  await sealed.transact({
    reads: entries.map(({ key }) => ({ kind: 'get', space: systemSpace, key }) as const),
    decide: (found) => ({
      mutations: entries.flatMap(({ key }, i) => {
        const value = found[i]
        return value === undefined ? [] : [{ kind: 'put', space: systemSpace, key, value } as const]
      }),
      result: undefined,
    }),
  })
}
