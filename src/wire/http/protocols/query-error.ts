/** How the query protocol names errors: with its own codes, and with the side that is at fault. */
import type { Service } from '../../../api/service.js'
import type { ServiceError } from '../../../model/errors.js'

export interface QueryError {
  readonly code: string
  readonly status: number
  /** Which side is at fault. */
  readonly type: 'Sender' | 'Receiver'
}

/** AWS: errors that all services share have different names here, and some a different status. */
const commonErrors: ReadonlyMap<string, { readonly code: string; readonly status?: number }> =
  new Map([
    ['UnknownOperationException', { code: 'InvalidAction' }],
    ['ValidationException', { code: 'ValidationError' }],
    ['SerializationException', { code: 'MalformedInput' }],
    ['MissingAuthenticationTokenException', { code: 'MissingAuthenticationToken', status: 403 }],
    ['IncompleteSignatureException', { code: 'IncompleteSignature' }],
    ['InvalidSignatureException', { code: 'SignatureDoesNotMatch', status: 403 }],
    ['UnrecognizedClientException', { code: 'InvalidClientTokenId', status: 403 }],
    ['ExpiredTokenException', { code: 'ExpiredToken', status: 403 }],
    ['AccessDeniedException', { code: 'AccessDenied', status: 403 }],
    ['InternalServerError', { code: 'InternalFailure' }],
  ])

export function queryErrorOf(error: ServiceError, service: Service | undefined): QueryError {
  const { code, status = error.status } =
    service?.errors[error.type] ?? commonErrors.get(error.type) ?? {}
  return { code: code ?? error.type, status, type: status < 500 ? 'Sender' : 'Receiver' }
}

/** AWS: SDKs that once used the query protocol still expect its codes. */
export function queryErrorHeader(
  error: ServiceError,
  service: Service | undefined,
): readonly string[] {
  if (service?.queryCompatible !== true) return []
  const { code, type } = queryErrorOf(error, service)
  return ['x-amzn-query-error', `${code};${type}`]
}
