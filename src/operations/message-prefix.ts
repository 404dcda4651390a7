/**
 * Which validation sentences carry `1 validation error detected: `, by operation and family, and
 * which operations still have an older wording.
 *
 * Since about July 2026 the service prefixes those that depend only on the request, on single-item
 * writes and for misuse of Select on Query. It moved before and will again: this table is all there is
 * to change.
 */
import { validation, type ServiceError, type ValidationFamily } from '../model/errors.js'

const prefix = '1 validation error detected: '

const singleItemWrite: readonly ValidationFamily[] = [
  'value',
  'expression',
  'unused-substitution',
  'substitution-map',
  'parameter-mix',
  'return-values',
  'legacy-condition',
]

const prefixedFamilies: Readonly<Record<string, readonly ValidationFamily[]>> = {
  PutItem: singleItemWrite,
  UpdateItem: singleItemWrite,
  DeleteItem: singleItemWrite,
  Query: ['select'],
}

/** AWS: these still tell faults of numbers and sets in the wording from before 2026. */
const olderWording: ReadonlySet<string> = new Set([
  'BatchWriteItem',
  'Scan',
  'TransactGetItems',
  'TransactWriteItems',
])

/** The error as the named operation words it. */
export function asWordedBy(operationName: string, error: ServiceError): ServiceError {
  const { family, olderMessage } = error
  if (olderMessage !== undefined && olderWording.has(operationName)) {
    return validation(olderMessage)
  }
  if (family === undefined || !prefixedFamilies[operationName]?.includes(family)) return error
  return validation(prefix + error.message)
}
