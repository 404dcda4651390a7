/**
 * Statements that are sent together and answered one by one: all of them reads of single items, or
 * all of them writes. A fault of one statement is that statement's result; only faults of the batch
 * as a whole are thrown. Either kind takes one storage call.
 *
 * AWS: the result of a member that was executed names its table even if it failed; the result of
 * one that was refused before does not.
 */
import type { FindTable, Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import { requireScalarKeyPaths } from '../items/key-paths.js'
import { checkKey } from '../items/primary-key.js'
import type { TableKey } from '../items/read/batch-get.js'
import type { Work } from '../items/work.js'
import type { EachOutcome } from '../items/write/write-each.js'
import type { Write } from '../items/write/write.js'
import { resourceNotFound, ServiceError, validation } from '../model/errors.js'
import type { Item } from '../model/item.js'
import type { ItemJson } from '../model/item-json.js'
import { mapInTurns } from '../stdx/turns.js'
import { keyNotSpecified, orFault, type BatchMember } from './check-batch.js'
import { planWriteStatement, type WriteStatement } from './plan-write.js'
import { returnedItem } from './run-write.js'
import {
  checkKeyTypes,
  pinnedKey,
  projectionIn,
  selectedOf,
  stepsToSelect,
} from './plan/single-item-read.js'
import { refuseSeveralParts } from './plan/select-target.js'
import type { Select } from './statement.js'

type Shown = Item | ItemJson | undefined

export type MemberOutcome =
  | {
      readonly kind: 'read' | 'written'
      readonly table: Table
      readonly item: Shown
      readonly work: Work
    }
  | { readonly kind: 'refused'; readonly fault: ServiceError }
  | { readonly kind: 'no-table'; readonly fault: ServiceError; readonly tableName: string }
  /** Was executed, which counts as work too. */
  | {
      readonly kind: 'failed'
      readonly fault: ServiceError
      readonly table: Table
      readonly work: Work
    }

/** The outcomes, in the order of the members; so is `consistent`, which says how each one reads. */
export async function runBatch(
  items: Items,
  members: readonly BatchMember[],
  findTable: FindTable,
  consistent: readonly boolean[],
): Promise<readonly MemberOutcome[]> {
  const plans = members.map((member, i) => planMember(member, findTable, consistent[i]!))
  const tables = members.flatMap((member) => {
    const table = member instanceof ServiceError ? undefined : findTable(member.source.table)
    return table === undefined ? [] : [table]
  })
  const done = plans.some(({ kind }) => kind === 'get')
    ? await readAll(items, plans, tables)
    : await writeAll(items, plans, tables)
  let next = 0
  return plans.map((plan) => (plan.kind === 'settled' ? plan.outcome : done[next++]!))
}

type Plan =
  | { readonly kind: 'settled'; readonly outcome: MemberOutcome }
  | (TableKey & { readonly kind: 'get'; readonly select: Select })
  | {
      readonly kind: 'write'
      readonly table: Table
      readonly statement: WriteStatement
      readonly write: Write
    }

function planMember(member: BatchMember, findTable: FindTable, consistent: boolean): Plan {
  if (member instanceof ServiceError) return refused(member)
  const tableName = member.source.table
  const table = findTable(tableName)
  if (table === undefined) {
    return { kind: 'settled', outcome: { kind: 'no-table', fault: resourceNotFound(), tableName } }
  }
  const plan = orFault(() => planOn(table, member, consistent))
  return plan instanceof ServiceError ? refused(plan) : plan
}

function refused(fault: ServiceError): Plan {
  return { kind: 'settled', outcome: { kind: 'refused', fault } }
}

function planOn(table: Table, statement: Select | WriteStatement, consistent: boolean): Plan {
  if (statement.kind !== 'select') {
    return { kind: 'write', table, statement, write: planWriteStatement(table, statement) }
  }
  refuseSeveralParts(table, statement.source)
  const key = pinnedKey(table.keySchema, statement.where)
  if (statement.source.index !== undefined || key === undefined) throw keyNotSpecified()
  checkKeyTypes(table, key)
  checkKey(table.keySchema, key)
  requireScalarKeyPaths(table, { projection: projectionIn(statement) })
  return { kind: 'get', table, select: statement, key, consistent }
}

async function readAll(
  items: Items,
  plans: readonly Plan[],
  tables: readonly Table[],
): Promise<readonly MemberOutcome[]> {
  const gets = plans.filter((plan) => plan.kind === 'get')
  refuseDuplicates(gets)
  const found = await items.batchGet(gets, { tables })
  const selected = gets.map(({ select }, i) => ({ select, stored: found.items[i] }))
  const shown = await mapInTurns(selected, stepsToSelect, selectedOf)
  return gets.map(({ table }, i) => {
    return { kind: 'read', table, item: shown[i], work: found.work.slice(i, i + 1) }
  })
}

/** Keys are in normal form and in the order of the schema, so equal ones have equal texts. */
function refuseDuplicates(gets: readonly { readonly table: Table; readonly key: Item }[]): void {
  const distinct = new Set(gets.map(({ table, key }) => JSON.stringify([table.space, key])))
  if (distinct.size < gets.length) {
    throw validation('Provided list of item keys contains duplicates')
  }
}

async function writeAll(
  items: Items,
  plans: readonly Plan[],
  tables: readonly Table[],
): Promise<readonly MemberOutcome[]> {
  const writes = plans.filter((plan) => plan.kind === 'write')
  const outcomes = await items.writeEach(writes, tables)
  return writes.map(({ table, statement }, i) => memberWritten(table, statement, outcomes[i]!))
}

function memberWritten(table: Table, statement: WriteStatement, each: EachOutcome): MemberOutcome {
  if (each.kind === 'refused') return each
  if (each.kind === 'failed') {
    return { kind: 'failed', fault: each.fault, table, work: each.work }
  }
  const { outcome } = each
  return { kind: 'written', table, item: returnedItem(statement, outcome), work: outcome.work }
}
