/** `gramme key status` and `gramme key rotate`: which master keys a store needs, and how it changes to another. */
import { dataKeyRecords, rewrapAll } from '../storage/sealed/rewrap.js'
import { isSealedStore } from '../storage/sealed/seal-records.js'
import type { Engine } from '../storage/engine.js'
import { CannotStart } from './cannot-start.js'
import { withStore } from './copy-data.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions } from './options.js'
import { openMasterKeys } from './open-keys.js'
import { withStillStore } from './still-store.js'

/** A master key that data keys of a store are wrapped by, or that the server has. */
export interface MasterKeyUse {
  readonly masterKey: string
  readonly dataKeys: number
  readonly isCurrent: boolean
  /** Whether this command was given the key; undefined for a key of a key management service. */
  readonly isHere: boolean | undefined
}

export async function keyStatus(options: GrammeOptions): Promise<readonly MasterKeyUse[]> {
  const masterKeys = openMasterKeys(readOptions(options))
  return withStillStore(options, async (engine) => {
    await requireSealed(engine)
    const here = masterKeys.local.ids
    const counts = new Map(here.map((id) => [id, 0]))
    const remote = new Set<string>()
    for await (const { wrapped } of dataKeyRecords(engine)) {
      counts.set(wrapped.masterKey, (counts.get(wrapped.masterKey) ?? 0) + 1)
      if (wrapped.by === 'kms') remote.add(wrapped.masterKey)
    }
    return [...counts].map(([masterKey, dataKeys]) => ({
      masterKey,
      dataKeys,
      isCurrent: masterKey === here[0],
      isHere: remote.has(masterKey) ? undefined : here.includes(masterKey),
    }))
  })
}

/** Returns how many data keys were wrapped anew. */
export async function rotateKeys(options: GrammeOptions): Promise<number> {
  const settings = readOptions(options)
  const masterKeys = openMasterKeys(settings)
  return withStore(settings, 'complete', async (engine, held) => {
    await requireSealed(engine)
    const { rewrapped, faults } = await rewrapAll(engine, masterKeys)
    await held.requireHeld()
    const [fault] = faults
    if (fault === undefined) return rewrapped
    const reason = fault.error instanceof Error ? fault.error.message : String(fault.error)
    throw new CannotStart(
      `The data key of ${fault.owner} cannot be rotated. ${reason}`,
      fault.error,
    )
  })
}

async function requireSealed(engine: Engine): Promise<void> {
  if (!(await isSealedStore(engine)))
    throw new CannotStart('The store is not encrypted.', undefined)
}
