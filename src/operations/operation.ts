/**
 * What an operation is. Adding one: declare it with `operation`, `tableOperation` or `tablesOperation`
 * in its own file, and name it in `registry.ts`; `dispatch.ts` does the rest for all alike.
 *
 * `read` turns the input, whose types and constraints have been checked, into what the operation means,
 * and refuses everything that can be refused without looking at a table, in AWS's order. `run` then
 * does it. So nothing is parsed twice, and `run` cannot meet an expression that does not parse.
 */
import type { DynamodbStreamsOperations } from '../api/generated/dynamodb-streams-types.js'
import type { DynamodbOperations } from '../api/generated/dynamodb-types.js'
import type { Catalog } from '../catalog/catalog.js'
import type { FindTable, Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { NextTokens } from '../partiql/next-token.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Streams } from '../streams/streams.js'
import type { Caller } from './dispatcher.js'

/** Of all services: no two have an operation of the same name. */
type Operations = DynamodbOperations & DynamodbStreamsOperations

export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Operations[N]['input']
/** Undefined where AWS answers with no body at all. */
export type OutputOf<N extends OperationName> = Operations[N]['output'] | undefined

/** What reading an input may depend on beside the input. */
export interface RequestContext {
  readonly caller: Caller
  /** The host the client called, which is where it should go on calling. */
  readonly host: string
  readonly clock: Clock
}

export interface OperationContext extends RequestContext {
  readonly catalog: Catalog
  readonly items: Items
  readonly nextTokens: NextTokens
  readonly streams: Streams
}

/** An operation as `dispatch.ts` sees it: the types of its request are its own business. */
export interface Operation {
  readonly name: OperationName
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
export function operation<N extends OperationName, R>(
  name: N,
  spec: {
    read(input: InputOf<N>, ctx: RequestContext): R
    run(ctx: OperationContext, request: R): Promise<OutputOf<N>>
  },
): Operation {
  return {
    name,
    prepare(input, ctx) {
      const request = spec.read(input as InputOf<N>, ctx)
      return { tableNames: noTables, run: (context) => spec.run(context, request) }
    },
  }
}

/** An operation on the items of one table, which must be there and in service. */
export function tableOperation<N extends OperationName, R>(
  name: N,
  spec: {
    /** By name or ARN. A statement names its table in a text that has been read by then. */
    table(input: InputOf<N>, request: R): string
    read(input: InputOf<N>, ctx: RequestContext): R
    run(ctx: OperationContext, request: R, table: Table): Promise<OutputOf<N>>
  },
): Operation {
  return {
    name,
    prepare(input, ctx) {
      const typed = input as InputOf<N>
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
export function tablesOperation<N extends OperationName, R>(
  name: N,
  spec: {
    /** By name or ARN; one may come more than once. */
    tables(input: InputOf<N>): readonly string[]
    read(input: InputOf<N>, ctx: RequestContext): R
    run(ctx: OperationContext, request: R, tables: Tables): Promise<OutputOf<N>>
  },
): Operation {
  return {
    name,
    prepare(input, ctx) {
      const typed = input as InputOf<N>
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
export function foundTablesOperation<N extends OperationName, R>(
  name: N,
  spec: {
    read(input: InputOf<N>, ctx: RequestContext): R
    /** By name or ARN; one may come more than once. */
    tables(request: R): readonly string[]
    /** It may ask for the tables it named, and for no others. */
    run(ctx: OperationContext, request: R, findTable: FindTable): Promise<OutputOf<N>>
  },
): Operation {
  return {
    name,
    prepare(input, ctx) {
      const request = spec.read(input as InputOf<N>, ctx)
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
