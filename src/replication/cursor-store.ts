/**
 * The cursors of the members of this store. Each is guarded by what it was when it was read: two that move
 * the same one do not set each other back.
 *
 * Reading nothing but what came from other members need not be stored at once: if it is forgotten, it is
 * read again.
 */
import type { Table } from '../catalog/table.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine, Get, Guard, Mutation, SpaceId } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { beginAt } from './begin-cursor.js'
import type { SourcePoint } from './change-source.js'
import { cursorRestMs } from './limits.js'
import {
  replicaCursorGuard,
  getReplicaCursor,
  putReplicaCursor,
  readReplicaCursor,
  type ReplicaCursor,
  type StoredCursor,
} from './replica-cursor.js'

interface KnownCursor {
  readonly stored: StoredCursor | undefined
  /** As it is, which may not be stored yet. */
  readonly cursor: ReplicaCursor | undefined
  readonly saveAtMs: number
}

/** A change of a cursor that commits with something else. */
export interface CursorMove {
  readonly guard: Guard
  readonly mutation: Mutation
  readonly done: () => void
}

export interface NewMember {
  readonly fence: Fence
  readonly point: SourcePoint
  /** Members whose cursors begin where the source has got, unless they are there. */
  readonly adopts: readonly string[]
}

export class CursorStore {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #known = new Map<string, KnownCursor>()

  constructor({ engine, clock }: { readonly engine: Engine; readonly clock: Clock }) {
    this.#engine = engine
    this.#clock = clock
  }

  async read(space: SpaceId, memberId: string): Promise<ReplicaCursor | undefined> {
    const stored = await readReplicaCursor(this.#engine, space, memberId)
    const known = this.#known.get(nameOf(space, memberId))
    if (known !== undefined && sameBytes(known.stored, stored)) return known.cursor
    this.#settle(space, memberId, stored)
    return stored?.cursor
  }

  /** As it is stored, which is how far a reader has got for good. */
  storedOf(space: SpaceId, memberId: string): ReplicaCursor | undefined {
    return this.#known.get(nameOf(space, memberId))?.stored?.cursor
  }

  /** When a cursor is stored at the latest; Infinity if it is stored as it is. */
  dueAtMs(space: SpaceId, memberId: string): number {
    return this.#known.get(nameOf(space, memberId))?.saveAtMs ?? Infinity
  }

  move(space: SpaceId, cursor: ReplicaCursor): CursorMove {
    const { memberId } = cursor
    const known = this.#known.get(nameOf(space, memberId))
    const mutation = putReplicaCursor(space, cursor)
    assert(mutation.kind === 'put', 'a cursor is put')
    const bytes = Buffer.from(mutation.value)
    return {
      guard: replicaCursorGuard(space, memberId, known?.stored),
      mutation,
      done: () => this.#settle(space, memberId, { cursor, bytes }),
    }
  }

  async save(table: Table, cursor: ReplicaCursor, fence: Fence): Promise<ReplicaCursor> {
    const move = this.move(versionsOf(table), cursor)
    await this.#engine.transact({
      guards: [table.guard, move.guard, ...fence.guards],
      reads: [],
      decide: () => ({ mutations: [move.mutation, ...fence.mutations], result: undefined }),
    })
    move.done()
    return cursor
  }

  /** Stores the cursor of a copy, and those of the other members that begin with it. */
  async begin(table: Table, cursor: ReplicaCursor, member: NewMember): Promise<ReplicaCursor> {
    const space = versionsOf(table)
    const { fence, point, adopts } = member
    const move = this.move(space, cursor)
    const places = point.places.filter(({ memberId }) => adopts.includes(memberId))
    await this.#engine.transact<readonly Get[], undefined>({
      guards: [table.guard, move.guard, ...fence.guards],
      reads: places.map(({ memberId }) => getReplicaCursor(space, memberId)),
      decide: (found) => {
        const missing = places.filter((_, i) => found[i] === undefined)
        const begun = missing.map((place) => putReplicaCursor(space, beginAt(place)))
        return { mutations: [move.mutation, ...begun, ...fence.mutations], result: undefined }
      },
    })
    move.done()
    return cursor
  }

  /** Stores it now or later. */
  async keep(table: Table, cursor: ReplicaCursor, fence: Fence): Promise<void> {
    const space = versionsOf(table)
    const known = this.#known.get(nameOf(space, cursor.memberId))
    if (isSame(known?.cursor, cursor) && known?.saveAtMs === Infinity) return
    const nowMs = this.#clock.now()
    const saveAtMs = Math.min(known?.saveAtMs ?? Infinity, nowMs + cursorRestMs)
    if (nowMs >= saveAtMs) await this.save(table, cursor, fence)
    else this.#known.set(nameOf(space, cursor.memberId), { ...known!, cursor, saveAtMs })
  }

  #settle(space: SpaceId, memberId: string, stored: StoredCursor | undefined): void {
    const known = { stored, cursor: stored?.cursor, saveAtMs: Infinity }
    this.#known.set(nameOf(space, memberId), known)
  }
}

function nameOf(space: SpaceId, memberId: string): string {
  return `${space}/${memberId}`
}

function versionsOf({ versions }: Table): SpaceId {
  assert(versions !== undefined, 'a member of a global table has versions')
  return versions.space
}

function sameBytes(a: StoredCursor | undefined, b: StoredCursor | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.bytes.equals(b.bytes)
}

function isSame(a: ReplicaCursor | undefined, b: ReplicaCursor): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
