/**
 * Copies everything in a store into another, entry by entry, between engines of any kind.
 *
 * The target is marked as unfinished from before the first entry until after the last check, and
 * servers refuse a store with that mark, so half a copy is never used. Spaces come first, then the
 * records of the database itself, then the heads of logs, together with the removal of the mark. A
 * copy that was interrupted starts over: what it left in the target's spaces is removed first.
 *
 * One limited batch is in memory at a time, while the next one is being read. Nothing here knows
 * what the entries are: the caller weighs them.
 */
import { copyBatchBytesMax, copyBatchEntriesMax } from './limits.js'
import {
  systemSpace,
  type Engine,
  type Entry,
  type LabelledSpace,
  type Mutation,
  type SpaceId,
} from '../storage/engine.js'
import { StoreUnusable } from '../storage/errors.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { currentFormat } from '../storage/format.js'
import { formatKey, isLocalRecord, secretKey, unfinishedCopyKey } from '../storage/keyspace.js'
import { batchesOf } from './store-batches.js'

export interface CopyTarget {
  readonly engine: Engine
  readonly fence: Fence
  /** Starts a sentence: "The data folder /x". */
  readonly where: string
}

export interface CopyOptions {
  /** What an entry weighs in the totals of its space. */
  readonly weigh: (space: SpaceId, value: Buffer) => number
  /** Whose data is in a space, for a target that encrypts by owner. */
  readonly ownerOf: (space: SpaceId) => string
  /** Called when a space has been copied. */
  readonly onSpace?: (space: LabelledSpace, entries: number) => void
}

const mark = { space: systemSpace, key: unfinishedCopyKey() }

/** Copies everything but leaves the mark, which `finishCopy` removes. */
export async function copyStore(
  source: Engine,
  target: CopyTarget,
  options: CopyOptions,
): Promise<void> {
  const spaces = await source.spaces()
  await beginCopy(target, new Set(spaces.map(({ space }) => space)))
  for (const each of spaces) {
    const entries = await copySpace(source, target, each, options)
    options.onSpace?.(each, entries)
  }
  for await (const entries of batchesOf(source, systemSpace, batchLimits)) {
    await write(target, puts(systemSpace, entries.filter(isCopied), options))
  }
}

/** Sets the heads of the logs and removes the mark, so that the target can be used. */
export async function finishCopy(source: Engine, target: CopyTarget): Promise<void> {
  const starts: Mutation[] = []
  for (const space of [systemSpace, ...(await source.spaces()).map((each) => each.space)]) {
    const [heads] = await source.read([{ kind: 'heads', space }])
    starts.push(...heads.map((head) => ({ kind: 'start-log', space, ...head }) as const))
  }
  await write(target, [...starts, { kind: 'delete', ...mark }])
}

/** Whether a copy into the store was started and not finished. */
export async function hasUnfinishedCopy(engine: Engine): Promise<boolean> {
  const [found] = await engine.read([{ kind: 'get', ...mark }])
  return found !== undefined
}

export function isCopied({ key }: Entry): boolean {
  return !isLocalRecord(key)
}

async function beginCopy(target: CopyTarget, wanted: ReadonlySet<SpaceId>): Promise<void> {
  const { engine, where } = target
  const spaces = await engine.spaces()
  if (await hasUnfinishedCopy(engine)) {
    for (const { space } of spaces.filter((each) => !wanted.has(each.space))) {
      await write(target, [{ kind: 'drop-space', space }])
    }
    return emptySpace(target, systemSpace)
  }
  if (spaces.length > 0 || (await holdsRecords(engine))) {
    throw new StoreUnusable(`${where} is not empty: a copy needs an empty store.`)
  }
  const value = Buffer.of(currentFormat.unfinishedCopy)
  await write(target, [{ kind: 'put', ...mark, value }])
}

async function holdsRecords(engine: Engine): Promise<boolean> {
  for await (const entries of batchesOf(engine, systemSpace, batchLimits)) {
    if (entries.some((entry) => isCopied(entry) && !isFromStart(entry))) return true
  }
  return false
}

async function copySpace(
  source: Engine,
  target: CopyTarget,
  each: LabelledSpace,
  options: CopyOptions,
): Promise<number> {
  const { space } = each
  const present = (await target.engine.spaces()).some((other) => other.space === space)
  if (present) await emptySpace(target, space)
  else await write(target, [createSpace(each, options)])
  let count = 0
  for await (const entries of batchesOf(source, space, batchLimits)) {
    await write(target, puts(space, entries, options))
    count += entries.length
  }
  const [tally] = await source.read([{ kind: 'tally', space }])
  await write(target, [{ kind: 'tally', space, ...tally }])
  return count
}

function createSpace({ space, label }: LabelledSpace, { ownerOf }: CopyOptions): Mutation {
  return { kind: 'create-space', space, label, owner: ownerOf(space), isNewOwner: true }
}

/** Removes what an earlier copy left. The format record stays: a store without one is not ours. */
async function emptySpace(target: CopyTarget, space: SpaceId): Promise<void> {
  const leftovers = (entry: Entry) =>
    space !== systemSpace || (isCopied(entry) && !isFromStart(entry))
  for await (const entries of batchesOf(target.engine, space, batchLimits)) {
    const mutations = entries
      .filter(leftovers)
      .map(({ key }) => ({ kind: 'delete', space, key }) as const)
    await write(target, mutations)
  }
  const [{ entries, bytes }] = await target.engine.read([{ kind: 'tally', space }])
  await write(target, [{ kind: 'tally', space, entries: -entries, bytes: -bytes }])
}

/** Records that every store has from its first start, and that a copy overwrites. */
function isFromStart({ key }: Entry): boolean {
  return key.equals(formatKey()) || key.equals(secretKey())
}

function puts(space: SpaceId, entries: readonly Entry[], { weigh }: CopyOptions): Mutation[] {
  return entries.map(({ key, value }) => ({
    kind: 'put',
    space,
    key,
    value,
    weight: weigh(space, value),
  }))
}

function write({ engine, fence }: CopyTarget, mutations: readonly Mutation[]): Promise<void> {
  return writeFenced(engine, fence, mutations)
}

const batchLimits = { entriesMax: copyBatchEntriesMax, bytesMax: copyBatchBytesMax }
