/** A call whose input has been read and whose tables have been found: the input of the stages. */
import type { Operation, OperationContext } from '../operation.js'
import type { FoundTables } from './find-tables.js'

export interface PreparedCall {
  readonly ctx: OperationContext
  readonly operation: Operation
  readonly request: unknown
  /** The tables by name or ARN, as the request has them. */
  readonly names: readonly string[]
  /** In the same order; undefined for a table that does not exist. */
  readonly tables: FoundTables
}
