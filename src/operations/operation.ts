/**
 * What an operation is. Adding one: declare it with `operation` or `tableOperation` in its own file,
 * and name it in `registry.ts`; `dispatch.ts` does the rest for all alike.
 *
 * `read` turns the input, whose types and constraints have been checked, into what the operation means,
 * and refuses everything that can be refused without looking at a table, in AWS's order. `run` then
 * does it. So nothing is parsed twice, and `run` cannot meet an expression that does not parse.
 */
import type { DynamodbOperations } from '../api/generated/dynamodb-types.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { Clock } from '../stdx/clock.js'
import type { Caller } from './dispatcher.js'

export type OperationName = keyof DynamodbOperations
export type InputOf<N extends OperationName> = DynamodbOperations[N]['input']
/** Undefined where AWS answers with no body at all. */
export type OutputOf<N extends OperationName> = DynamodbOperations[N]['output'] | undefined

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
}

/** An operation as `dispatch.ts` sees it: the types of its request are its own business. */
export interface Operation {
  readonly name: OperationName
  prepare(input: unknown, ctx: RequestContext): PreparedOperation
}

/** An operation whose input has been read. */
export interface PreparedOperation {
  /** The table whose items it works on, by name or ARN; undefined when it works on none. */
  readonly tableName: string | undefined
  run(ctx: OperationContext, table: Table | undefined): Promise<unknown>
}

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
      return { tableName: undefined, run: (context) => spec.run(context, request) }
    },
  }
}

/** An operation on the items of one table, which must be there and in service. */
export function tableOperation<N extends OperationName, R>(
  name: N,
  spec: {
    table(input: InputOf<N>): string
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
        tableName: spec.table(typed),
        run: (context, table) => spec.run(context, request, table!),
      }
    },
  }
}
