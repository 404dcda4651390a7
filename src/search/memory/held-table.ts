/**
 * What is held in memory of the vector indexes of one table, and how it stays in step with the table.
 *
 * Everything that is read for the threads is read and sent in steps, one after the other, so that threads get rows in
 * the order of the snapshots in which they were read: a row never replaces a later one. The follower begins before the
 * first row is read, so a change that a page missed is among the changes; and a search catches up before it asks the
 * threads, so it misses nothing that was acknowledged before.
 */
import { Follower } from '../../changes/follower.js'
import type { Table } from '../../catalog/table.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import { assert } from '../../stdx/assert.js'
import { joinCandidates, type Candidates } from '../../vectors/candidates.js'
import type { KeyedEstimate } from '../../vectors/index-share.js'
import type { RowFilter } from '../../vectors/scan-rows.js'
import { sendChanges } from './follow-rows.js'
import { scopeId, shapeOf, type HeldScope, type Loaded } from './held-scope.js'
import { Line } from './line.js'
import { loadRows } from './load-rows.js'
import type { TableParts } from './table-parts.js'
import { unpacked } from './thread-program.js'

export interface ScopeSearch {
  readonly vector: Float32Array
  readonly count: number
  readonly filters: readonly RowFilter[]
  readonly isUnwanted: (() => boolean) | undefined
}

export class HeldTable {
  readonly #parts: TableParts
  readonly #follower: Follower
  readonly #scopes = new Map<string, HeldScope>()
  readonly #line = new Line()
  /** A step that will catch up and has not begun. */
  #catchUp: Promise<void> | undefined
  /** Changed items whose rows have not been read yet. */
  #changed: Buffer[] = []
  #isLost = false

  private constructor(parts: TableParts, follower: Follower) {
    this.#parts = parts
    this.#follower = follower
  }

  static async begin(parts: TableParts, table: Table): Promise<HeldTable> {
    const { changes } = table
    assert(changes !== undefined, 'the changes of a table with vector indexes are logged')
    return new HeldTable(parts, await Follower.begin(parts.engine, { ...table, changes }))
  }

  /** Whether changes were missed, so that what is held is good for nothing. */
  get isLost(): boolean {
    return this.#isLost
  }

  get scopes(): Iterable<HeldScope> {
    return this.#scopes.values()
  }

  findScope(index: VectorIndexDefinition, prefix: Buffer | undefined): HeldScope | undefined {
    return this.#scopes.get(scopeId(index, prefix))
  }

  openScope(
    table: Table,
    index: VectorIndexDefinition,
    prefix: Buffer | undefined,
    onlyFloats: boolean,
  ): HeldScope {
    const number = this.#parts.nextScope()
    const scope: HeldScope = {
      number,
      index,
      prefix,
      onlyFloats,
      loaded: Promise.resolve('held'),
      isLoaded: false,
      usedAtMs: 0,
    }
    this.#scopes.set(scopeId(index, prefix), scope)
    scope.loaded = this.#load(table, scope)
    return scope
  }

  isHeld(scope: HeldScope): boolean {
    return this.#scopes.get(scopeId(scope.index, scope.prefix)) === scope
  }

  /** Resolves when its memory is free. */
  async dropScope(scope: HeldScope): Promise<void> {
    if (!this.isHeld(scope)) return
    this.#scopes.delete(scopeId(scope.index, scope.prefix))
    const { index, number } = scope
    await this.#parts.threads.askAll({ kind: 'drop', index: index.space, scope: number })
  }

  /** Resolves when the threads have been sent every change that was committed before the call. */
  catchUp(table: Table): Promise<void> {
    this.#catchUp ??= this.#line.step(() => {
      this.#catchUp = undefined
      return this.#follow(table)
    })
    return this.#catchUp
  }

  /** Asks the threads before anything else happens, so a scope that is held now is searched. */
  async search(
    { index, number: scope }: HeldScope,
    { vector, count, filters }: ScopeSearch,
  ): Promise<Candidates<KeyedEstimate>> {
    const search = { kind: 'search', index: index.space, scope, vector, count, filters } as const
    const answers = await this.#parts.threads.askAll(search)
    return joinCandidates(
      answers.map(({ found }) => unpacked(found!)),
      count,
    )
  }

  async #load(table: Table, scope: HeldScope): Promise<Loaded> {
    try {
      const { index, number, onlyFloats } = scope
      const shape = shapeOf(index)
      const { threads } = this.#parts
      await threads.askAll({ kind: 'open', index: index.space, scope: number, shape, onlyFloats })
      const hasRoom = await loadRows(this.#parts, { table, scope, line: this.#line })
      scope.isLoaded = true
      if (hasRoom) return 'held'
      await this.dropScope(scope)
      return 'too-large'
    } catch (error) {
      await this.dropScope(scope).catch(() => undefined)
      throw error
    }
  }

  async #follow(table: Table): Promise<void> {
    const changed = await this.#follower.catchUp()
    if (changed === 'lost') {
      this.#isLost = true
      return
    }
    for (const key of changed) this.#changed.push(key)
    if (this.#changed.length === 0) return
    await this.#dropForeign(table)
    await sendChanges(this.#parts, { table, scopes: [...this.#scopes.values()] }, this.#changed)
    this.#changed = []
  }

  /** Indexes that were deleted have no rows to read. */
  async #dropForeign({ vectorIndexes = [] }: Table): Promise<void> {
    const spaces = new Set(vectorIndexes.map(({ space }) => space))
    for (const scope of this.#scopes.values()) {
      if (!spaces.has(scope.index.space)) await this.dropScope(scope)
    }
  }
}
