/** Whether two stores have the same content: spaces, entries to the last byte, totals, and logs. */
import { isDeepStrictEqual } from 'node:util'
import { systemSpace, type Engine, type LabelledSpace } from '../storage/engine.js'
import { isCopied } from './copy-store.js'
import { digestOf } from './store-batches.js'

export interface StoreComparison {
  readonly spaces: number
  readonly entries: number
  /** One sentence for each difference. */
  readonly faults: readonly string[]
}

/** The heads of logs are compared only if they have been copied, which happens last. */
export async function compareStores(one: Engine, other: Engine): Promise<StoreComparison> {
  const spaces = await one.spaces()
  if (!isDeepStrictEqual(spaces, await other.spaces())) {
    return { spaces: spaces.length, entries: 0, faults: ['the two have different spaces'] }
  }
  let entries = 0
  const faults: string[] = []
  for (const each of [{ space: systemSpace, label: 'the system space' }, ...spaces]) {
    const found = await compareSpace(one, other, each)
    entries += found.entries
    faults.push(...found.faults)
  }
  return { spaces: spaces.length, entries, faults }
}

async function compareSpace(one: Engine, other: Engine, { space, label }: LabelledSpace) {
  const counts = space === systemSpace ? isCopied : () => true
  const [here, there] = await Promise.all([
    digestOf(one, space, counts),
    digestOf(other, space, counts),
  ])
  const [tally] = await one.read([{ kind: 'tally', space }])
  const [otherTally] = await other.read([{ kind: 'tally', space }])
  const faults: string[] = []
  if (here.entries !== there.entries) {
    faults.push(`${label}: ${here.entries} entries here, ${there.entries} there`)
  } else if (here.sha256 !== there.sha256) {
    faults.push(`${label}: entries differ`)
  }
  if (!isDeepStrictEqual({ ...tally }, { ...otherTally })) faults.push(`${label}: totals differ`)
  return { entries: here.entries, faults }
}
