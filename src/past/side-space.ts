/**
 * A space beside a table, where work on the table's past collects what it has found, by the items'
 * keys. It is created with the record of that work and dropped with its end. A mark in the system space
 * exists for as long: everything read from the space is guarded by it, so that a dropped space is never
 * taken for an empty one.
 */
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from '../catalog/space-counter.js'
import { assert } from '../stdx/assert.js'
import {
  systemSpace,
  type Engine,
  type Entry,
  type Guard,
  type Mutation,
  type Range,
  type RangePage,
  type SpaceId,
} from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { formatSteps, getFormat, joinRaises, ratchet } from '../storage/format.js'
import { sideSpaceMarkKey } from '../storage/keyspace.js'
import { PastUnavailable } from './past-unavailable.js'

const revision = formatSteps.sideSpaces.revision
const mark = Buffer.of(revision)

export interface SideSpace {
  readonly label: string
  /** The table that it is about. */
  readonly owner: string
}

/** Creates a space and stores the record of the work that uses it, in one transaction. */
export function createSideSpace(
  engine: Engine,
  { label, owner }: SideSpace,
  fence: Fence,
  store: (space: SpaceId) => readonly Mutation[],
): Promise<SpaceId> {
  return engine.transact({
    guards: fence.guards,
    reads: [getSpaceCounter(), getFormat()],
    decide: ([counter, format]) => {
      const space = decodeSpaceCounter(counter)
      const mutations: Mutation[] = [
        { kind: 'create-space', space, label, owner },
        { kind: 'put', space: systemSpace, key: sideSpaceMarkKey(space), value: mark },
        putSpaceCounter(space + 1),
        ...ratchet(format, [formatSteps.sideSpaces]),
        ...store(space),
        ...fence.mutations,
      ]
      return { mutations: joinRaises(mutations), result: space }
    },
  })
}

/** Part of the transaction that ends the work, which happens once. */
export function dropSideSpace(space: SpaceId): readonly Mutation[] {
  return [
    { kind: 'drop-space', space },
    { kind: 'delete', space: systemSpace, key: sideSpaceMarkKey(space) },
  ]
}

function guardOfSideSpace(space: SpaceId): Guard {
  return { space: systemSpace, key: sideSpaceMarkKey(space), value: mark }
}

export async function readSideSpace(
  engine: Engine,
  range: Omit<Range, 'kind'>,
): Promise<RangePage> {
  const reading = engine.read([{ kind: 'range', ...range }], [guardOfSideSpace(range.space)])
  const [page] = await orEnded(engine, range.space, reading)
  const entries = page.entries.map(({ key, value }) => ({ key, value: contentOf(value) }))
  return { ...page, entries }
}

/** What an entry becomes by what was found; undefined if it stays as it is. */
export type Fold<T> = (before: Buffer | undefined, found: T) => Buffer | undefined

/** Folds what was found into the entries of its keys, in order, in one transaction. */
export async function foldInto<T>(
  engine: Engine,
  { space, fence }: { readonly space: SpaceId; readonly fence: Fence },
  found: readonly { readonly key: Buffer; readonly found: T }[],
  fold: Fold<T>,
): Promise<void> {
  if (found.length === 0) return
  const groups = groupsOf(found)
  const writing = engine.transact({
    guards: [guardOfSideSpace(space), ...fence.guards],
    reads: groups.map(({ key }) => ({ kind: 'get', space, key }) as const),
    decide: (answers) => {
      const puts = groups.flatMap(({ key, each }, i) => {
        const before = answers[i] && contentOf(answers[i])
        const after = each.reduce((value, one) => fold(value, one) ?? value, before)
        return after === undefined || after === before
          ? []
          : [putInto(space, { key, value: after })]
      })
      return { mutations: [...puts, ...fence.mutations], result: undefined }
    },
  })
  await orEnded(engine, space, writing)
}

function groupsOf<T>(found: readonly { readonly key: Buffer; readonly found: T }[]) {
  const groups = new Map<string, { readonly key: Buffer; readonly each: T[] }>()
  for (const { key, found: one } of found) {
    const name = key.toString('latin1')
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { key, each: [one] })
    else group.each.push(one)
  }
  return [...groups.values()]
}

function putInto(space: SpaceId, { key, value }: Entry): Mutation {
  return { kind: 'put', space, key, value: Buffer.concat([mark, value]) }
}

/** Entries start with their revision, as everything that is stored does. */
function contentOf(value: Buffer): Buffer {
  assert(value[0] === revision, 'an entry of unknown version', { version: value[0] })
  return value.subarray(mark.length)
}

/** A broken guard can also be the fence's, which is for the worker to know. */
async function orEnded<T>(engine: Engine, space: SpaceId, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GuardBroken && !(await exists(engine, space))) {
      throw new PastUnavailable('ended')
    }
    throw error
  }
}

async function exists(engine: Engine, space: SpaceId): Promise<boolean> {
  const key = sideSpaceMarkKey(space)
  const [found] = await engine.read([{ kind: 'get', space: systemSpace, key }])
  return found !== undefined
}
