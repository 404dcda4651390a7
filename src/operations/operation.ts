/**
 * What an operation is. Adding one: declare it with `operation`, `tableOperation` or `tablesOperation`
 * in its own file, and name it in `registry.ts`; `dispatch.ts` does the rest for all alike.
 *
 * `read` turns the input, whose types and constraints have been checked, into what the operation means,
 * and refuses everything that can be refused without looking at a table, in AWS's order. `run` then
 * does it. So nothing is parsed twice, and `run` cannot meet an expression that does not parse.
 */
import type { ServiceOperation } from '../api/service.js'
import {
  requireServiceOperation,
  type InputOf,
  type OperationId,
  type OutputOf,
} from '../api/services.js'
import type { Catalog } from '../catalog/catalog.js'
import type { FindTable, Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { KinesisStreams } from '../kinesis/kinesis-streams.js'
import type { PageTokens } from './page-token.js'
import type { Caller } from '../model/caller.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Streams } from '../streams/streams.js'

/** What reading an input may depend on beside the input. */
export interface RequestContext {
  readonly caller: Caller
  /** The host that the client called, which is where its next calls should go. */
  readonly host: string
  /** Names the request in its answer and in every record of it. */
  readonly requestId: string
  readonly clock: Clock
}

export interface OperationContext extends RequestContext {
  readonly catalog: Catalog
  readonly items: Items
  readonly nextTokens: PageTokens
  readonly streams: Streams
  /** Absent when the server was given no Kinesis endpoint. */
  readonly kinesis?: KinesisStreams
}

/** An operation as `dispatch.ts` sees it: the types of its request are its own business. */
export interface Operation {
  /** The operation in the model of its service. */
  readonly definition: ServiceOperation
  prepare(input: unknown, ctx: RequestContext): PreparedOperation
}

/** An operation whose input has been read. */
export interface PreparedOperation {
  /** The tables whose items it works on, by name or ARN. */
  readonly tableNames: readonly string[]
  /** Whether it wants to run even if some of them are not there. */
  readonly toleratesMissing?: boolean
  /** Gets these tables, in the same order; undefined only if it tolerates that. */
  run(ctx: OperationContext, tables: readonly (Table | undefined)[]): Promise<unknown>
}

const noTables: readonly string[] = []

/** An operation that looks after tables itself, or needs none. */
export function operation<Id extends OperationId, R>(
  id: Id,
  spec: {
    read(input: InputOf<Id>, ctx: RequestContext): R
    run(ctx: OperationContext, request: R): Promise<OutputOf<Id>>
  },
): Operation {
  return {
    definition: requireServiceOperation(id),
    prepare(input, ctx) {
      const request = spec.read(input as InputOf<Id>, ctx)
      return { tableNames: noTables, run: (context) => spec.run(context, request) }
    },
  }
}

/** An operation on the items of one table, which must be there and in service. */
export function tableOperation<Id extends OperationId, R>(
  id: Id,
  spec: {
    /** By name or ARN. A statement names its table in a text that has been read by then. */
    table(input: InputOf<Id>, request: R): string
    read(input: InputOf<Id>, ctx: RequestContext): R
    run(ctx: OperationContext, request: R, table: Table): Promise<OutputOf<Id>>
  },
): Operation {
  return {
    definition: requireServiceOperation(id),
    prepare(input, ctx) {
      const typed = input as InputOf<Id>
      const request = spec.read(typed, ctx)
      return {
        tableNames: [spec.table(typed, request)],
        run: (context, [table]) => spec.run(context, request, table!),
      }
    },
  }
}

/** The table that a request calls by a name or ARN, one of those it said it would use. */
export type Tables = (nameOrArn: string) => Table

/** An operation on the items of several tables, all of which must be there and in service. */
export function tablesOperation<Id extends OperationId, R>(
  id: Id,
  spec: {
    /** By name or ARN; one may come more than once. */
    tables(input: InputOf<Id>): readonly string[]
    read(input: InputOf<Id>, ctx: RequestContext): R
    run(ctx: OperationContext, request: R, tables: Tables): Promise<OutputOf<Id>>
  },
): Operation {
  return {
    definition: requireServiceOperation(id),
    prepare(input, ctx) {
      const typed = input as InputOf<Id>
      const request = spec.read(typed, ctx)
      const tableNames = [...new Set(spec.tables(typed))]
      return {
        tableNames,
        run: (context, tables) => spec.run(context, request, tablesByName(tableNames, tables)),
      }
    },
  }
}

function tablesByName(names: readonly string[], tables: readonly (Table | undefined)[]): Tables {
  const find = findByName(names, tables)
  return (nameOrArn) => {
    const table = find(nameOrArn)
    assert(table !== undefined, 'every table an operation named was found', { nameOrArn })
    return table
  }
}

/** An operation whose tables show once its input is read, and that answers for missing ones itself. */
export function foundTablesOperation<Id extends OperationId, R>(
  id: Id,
  spec: {
    read(input: InputOf<Id>, ctx: RequestContext): R
    /** By name or ARN; one may come more than once. */
    tables(request: R): readonly string[]
    /** It may ask for the tables it named, and for no others. */
    run(ctx: OperationContext, request: R, findTable: FindTable): Promise<OutputOf<Id>>
  },
): Operation {
  return {
    definition: requireServiceOperation(id),
    prepare(input, ctx) {
      const request = spec.read(input as InputOf<Id>, ctx)
      const tableNames = [...new Set(spec.tables(request))]
      return {
        tableNames,
        toleratesMissing: true,
        run: (context, tables) => spec.run(context, request, findByName(tableNames, tables)),
      }
    },
  }
}

function findByName(names: readonly string[], tables: readonly (Table | undefined)[]): FindTable {
  const byName = new Map(names.map((name, i) => [name, tables[i]]))
  return (nameOrArn) => {
    assert(byName.has(nameOrArn), 'an operation named its tables beforehand', { nameOrArn })
    return byName.get(nameOrArn)
  }
}
