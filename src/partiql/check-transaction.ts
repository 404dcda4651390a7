/**
 * The checks of a transaction of statements that need no table. Every fault here refuses the whole
 * request; faults of one statement include its position.
 */
import { checkTransactionSize } from '../items/write/cancellation.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { retold, ServiceError, validation } from '../model/errors.js'
import { itemSizeBytes, valueSizeBytes } from '../model/item-size.js'
import { checkWriteStatement, type WriteStatement } from './plan-write.js'
import type { Exists, Select, Statement } from './statement.js'

export type TransactedStatements =
  | { readonly kind: 'reads'; readonly statements: readonly Select[] }
  | { readonly kind: 'writes'; readonly statements: readonly (WriteStatement | Exists)[] }

/** The result of the work; a fault it throws gets the statement's position. */
export function inStatement<T>(index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== 'ValidationException') throw error
    throw retold(error, (text) => `Validation failed in TransactStatements[${index}]: ${text}`)
  }
}

export function checkTransactedStatement(statement: Statement): void {
  switch (statement.kind) {
    case 'select':
      return refuseIndex(statement, 'Reads on indices are not supported within transactions.')
    case 'exists':
      return refuseIndex(
        statement.select,
        'Operations on indices are not supported in transactions',
      )
    case 'insert':
      return checkWriteStatement(statement)
    case 'update':
    case 'delete':
      if (statement.returning !== undefined) {
        throw validation('RETURNING clause is not supported in ExecuteTransaction.')
      }
      return checkWriteStatement(statement)
  }
}

function refuseIndex({ source }: Select, sentence: string): void {
  if (source.index !== undefined) throw validation(sentence)
}

/**
 * AWS: EXISTS is a condition of a write transaction, and counts as a write. What the request
 * carries is measured: the items to insert, and the parameters of everything else.
 */
export function checkTransaction(
  statements: readonly Statement[],
  parameters: readonly (readonly AttributeValue[])[],
): TransactedStatements {
  const reads = statements.filter((statement) => statement.kind === 'select')
  if (reads.length === statements.length) return { kind: 'reads', statements: reads }
  const writes = statements.filter((statement) => statement.kind !== 'select')
  if (writes.length < statements.length) {
    throw validation(
      'ExecuteTransaction API does not support both read and write operations in the same request.',
    )
  }
  checkTransactionSize(
    writes.map((write, i) =>
      write.kind === 'insert' ? itemSizeBytes(write.item) : bytesOf(parameters[i]!),
    ),
  )
  return { kind: 'writes', statements: writes }
}

function bytesOf(values: readonly AttributeValue[]): number {
  return values.reduce((sum, value) => sum + valueSizeBytes(value), 0)
}
