/**
 * What every engine requires of its callers, checked in the same way by all of them so that a bug
 * shows on the engine that tests run on. A whole decision is checked before any of it is applied:
 * an assertion never leaves half a transaction behind.
 */
import { assert, unreachable } from '../stdx/assert.js'
import { type Mutation, type Range, type SpaceId, systemSpace } from './engine.js'
import { engineArea, keyBytesMax, logEntryKey } from './keyspace.js'

export interface Spaces {
  has(space: SpaceId): boolean
  /** Whether the space with this id is known to have been dropped. Ids are never reused. */
  wasDropped(space: SpaceId): boolean
}

export function requireSpace(spaces: Spaces, space: SpaceId): void {
  assert(spaces.has(space), 'a space exists', { space })
}

export function requireKey(key: Uint8Array): void {
  assert(key.length > 0 && key.length <= keyBytesMax, 'a key fits', { length: key.length })
}

export function requireRange({ from, to, entriesMax }: Range): void {
  assert(entriesMax >= 1, 'a page has room for an entry', { entriesMax })
  assert(from.length <= keyBytesMax + 1 && to.length <= keyBytesMax + 1, 'bounds are keys')
}

export function requireMutations(spaces: Spaces, mutations: readonly Mutation[]): void {
  let seen: Spaces = spaces
  for (const mutation of mutations) {
    if (mutation.kind === 'create-space') {
      requireCreatable(seen, mutation.space)
      seen = withSpace(seen, mutation.space, true)
      continue
    }
    requireSpace(seen, mutation.space)
    if (mutation.kind === 'drop-space') {
      assert(mutation.space !== systemSpace, 'the system space stays')
      seen = withSpace(seen, mutation.space, false)
    } else requireContent(mutation)
  }
}

type ContentMutation = Exclude<Mutation, { readonly kind: 'create-space' | 'drop-space' }>

function requireContent(mutation: ContentMutation): void {
  switch (mutation.kind) {
    case 'put':
    case 'delete':
      return requireKey(mutation.key)
    case 'append':
    case 'start-log':
      return requireKey(logEntryKey(mutation.log, 0))
    case 'tally':
      return requireTally(mutation)
    default:
      return unreachable(mutation)
  }
}

function requireCreatable(spaces: Spaces, space: SpaceId): void {
  const valid = Number.isInteger(space) && space >= 0 && space < engineArea
  assert(valid && !spaces.has(space) && !spaces.wasDropped(space), 'a new space has a new id', {
    space,
  })
}

function requireTally({ entries, bytes }: { entries: number; bytes: number }): void {
  assert(Number.isSafeInteger(entries) && Number.isSafeInteger(bytes), 'a tally counts', {
    entries,
    bytes,
  })
}

/** The spaces as the rest of the same decision sees them. */
function withSpace(spaces: Spaces, space: SpaceId, exists: boolean): Spaces {
  return {
    has: (asked) => (asked === space ? exists : spaces.has(asked)),
    wasDropped: (asked) => (asked === space ? !exists : spaces.wasDropped(asked)),
  }
}
