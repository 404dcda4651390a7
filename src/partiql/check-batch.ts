/**
 * The checks of a batch of statements that need no table: those of the batch as a whole, and those
 * of its members. A member that cannot be parsed is left out of the former.
 */
import { ServiceError, validation } from '../model/errors.js'
import { checkWriteStatement, type WriteStatement } from './plan-write.js'
import type { Select, Statement } from './statement.js'

/** A statement, or its fault. */
export type BatchMember = Select | WriteStatement | ServiceError

export function checkBatch(members: readonly (Statement | ServiceError)[]): readonly BatchMember[] {
  const statements = members.filter(
    (member): member is Statement => !(member instanceof ServiceError),
  )
  const reads = statements.some(({ kind }) => kind === 'select')
  // An EXISTS is neither: it gets its own error.
  if (reads && statements.some(({ kind }) => kind !== 'select' && kind !== 'exists')) {
    throw validation('Read and write requests together in the same batch is not supported.')
  }
  return members.map((member) => {
    if (member instanceof ServiceError) return member
    return orFault(() => checkMember(member))
  })
}

function checkMember(statement: Statement): Select | WriteStatement {
  if (statement.kind === 'exists') throw existsOutsideTransaction()
  if (statement.kind !== 'select') checkWriteStatement(statement)
  return statement
}

export function existsOutsideTransaction(): ServiceError {
  return validation('EXISTS can only be used in ExecuteTransaction write requests.')
}

export function keyNotSpecified(): ServiceError {
  return validation(
    'Select statements within BatchExecuteStatement must specify the primary key in the where clause.',
  )
}

/**
 * The result of the work, or the service error it throws. Other errors are our bugs and pass
 * through.
 */
export function orFault<T>(work: () => T): T | ServiceError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
