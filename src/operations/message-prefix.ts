/**
 * Which validation sentences of DynamoDB start with `1 validation error detected: `, by operation
 * and family, and which of its operations still use an older wording.
 *
 * Since about July 2026 the service prefixes sentences that depend only on the request, for
 * single-item writes and for misuse of Select on Query. AWS has changed this before and will again:
 * only this table has to follow.
 */
import type { ServiceOperation } from '../api/service.js'
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

/** AWS: these still report faults of numbers and sets in the wording from before 2026. */
const olderWording: ReadonlySet<string> = new Set([
  'BatchWriteItem',
  'Scan',
  'TransactGetItems',
  'TransactWriteItems',
])

/** The error as the operation words it. */
export function asWordedBy({ service, name }: ServiceOperation, error: ServiceError): ServiceError {
  if (service.id !== 'dynamodb') return error
  const { family, olderMessage } = error
  if (olderMessage !== undefined && olderWording.has(name)) return validation(olderMessage)
  if (family === undefined || !prefixedFamilies[name]?.includes(family)) return error
  return validation(prefix + error.message)
}
