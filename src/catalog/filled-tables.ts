/**
 * Tables that a job fills with items: restored and imported ones.
 *
 * Such a table is CREATING and belongs to its job alone. The job puts items (`items/fill.ts`), says
 * that they are complete, waits until the indexes have been built like any others, and ends the
 * filling: that one transaction makes the table ACTIVE. A job that cannot finish abandons the table.
 * So nobody ever sees a table that has only some of its items.
 */
import type { ServiceError } from '../model/errors.js'
import type { Filling, TableDefinition } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { AccessStamp } from '../storage/access-stamp.js'
import type { Engine, Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import type { TransactionPart } from '../storage/transaction-part.js'
import { insertTable } from './insert-table.js'
import { tableOf, type DescribedTable, type Table } from './table.js'
import type { TableDraft } from './table-draft.js'
import {
  decodeTableRecord,
  getTableRecord,
  putTable,
  removeTable,
  revised,
  type TableRecord,
} from './table-record.js'

export interface FilledTablesDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly access: AccessStamp
  /** Called with a table that has something to build. */
  readonly onBuild: (table: Table) => void
}

/** A table to be filled. */
export interface FilledTableDraft {
  readonly draft: TableDraft
  readonly filling: Filling
  /** What commits with the new table: the record of its job. */
  readonly beside: TransactionPart
  /** The refusal if a table of that name exists; that of CreateTable by default. */
  readonly refusal?: (existing: TableDefinition, nowMs: number) => ServiceError
}

/** What a step of the job writes together with its change of the table. */
export interface FillingStep {
  readonly fence: Fence
  readonly mutations: readonly Mutation[]
}

/** The table of one job, by the id that no other table has. */
export type FilledTableRef = Pick<Table, 'account' | 'region' | 'name' | 'id'>

export class FilledTables {
  readonly #dependencies: FilledTablesDependencies

  constructor(dependencies: FilledTablesDependencies) {
    this.#dependencies = dependencies
  }

  /** The id of a table that does not exist yet, for the record of its job. */
  newId(): string {
    return this.#dependencies.random.uuid()
  }

  async insert(draft: FilledTableDraft, id = this.newId()): Promise<DescribedTable> {
    const { engine, clock, access } = this.#dependencies
    const nowMs = clock.now()
    const table = { ...draft, id, nowMs, doneAtMs: nowMs, renewal: access.renewal() }
    return tableOf(await access.changing(() => insertTable(engine, table)))
  }

  /** Undefined if there is no such table any more, or it is not being filled any more. */
  async find(table: FilledTableRef): Promise<DescribedTable | undefined> {
    const [bytes] = await this.#dependencies.engine.read([getTableRecord(table, table.name)])
    const record = bytes && decodeTableRecord(bytes)
    return isFilled(record, table) ? tableOf(record) : undefined
  }

  /** Every item is there: what is derived from them can be built. */
  async completeItems(table: Table, step: FillingStep): Promise<DescribedTable> {
    const complete = (definition: TableDefinition): TableDefinition => {
      const { filling } = definition
      assert(filling !== undefined, 'only a table that is being filled gets its items this way')
      return { ...definition, filling: { ...filling, itemsComplete: true } }
    }
    const completed = await this.#redefine(table, complete, step)
    if (completed.building.length > 0) this.#dependencies.onBuild(completed)
    return completed
  }

  /** Everything is there: the table is ACTIVE. */
  finish(table: Table, step: FillingStep): Promise<DescribedTable> {
    assert(table.building.length === 0, 'a table is complete with its indexes', {
      name: table.name,
    })
    const finished = ({
      filling: _filling,
      transition: _transition,
      ...definition
    }: TableDefinition) => definition
    return this.#redefine(table, finished, step)
  }

  /**
   * Drops the table and everything in it, and what else its job has left. Does nothing if the table
   * is gone, or was finished.
   */
  async abandon(
    table: FilledTableRef,
    fence: Fence,
    others: readonly Mutation[] = [],
  ): Promise<void> {
    const found = await this.find(table)
    if (found === undefined) return
    const { engine, access } = this.#dependencies
    const renewal = access.renewal()
    await access.changing(() =>
      engine.transact({
        guards: fence.guards,
        exclusive: [found.space],
        reads: [getTableRecord(table, table.name)],
        decide([existing]) {
          const record = existing && decodeTableRecord(existing)
          if (!isFilled(record, table)) return { mutations: [], result: undefined }
          const removal = [...removeTable(record.definition), renewal]
          return { mutations: [...removal, ...others, ...fence.mutations], result: undefined }
        },
      }),
    )
  }

  /** The guard changes, so nothing that an earlier step began commits after this. */
  async #redefine(
    table: Table,
    wanted: (definition: TableDefinition) => TableDefinition,
    { fence, mutations }: FillingStep,
  ): Promise<DescribedTable> {
    const record = await this.#dependencies.engine.transact({
      guards: [table.guard, ...fence.guards],
      exclusive: [table.space],
      reads: [getTableRecord(table, table.name)],
      decide([existing]) {
        const current = decodeTableRecord(existing!)
        const result = revised(current, wanted(current.definition))
        return { mutations: [...putTable(result), ...mutations, ...fence.mutations], result }
      },
    })
    return tableOf(record)
  }
}

function isFilled(record: TableRecord | undefined, { id }: FilledTableRef): record is TableRecord {
  return record?.definition.id === id && record.definition.filling !== undefined
}
