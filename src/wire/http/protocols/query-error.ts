/** How the query protocol names errors: with its own codes, and with the side that is at fault. */
import type { Service } from '../../../api/service.js'
import type { ServiceError } from '../../../model/errors.js'
import { headerOf, type WireRequest } from '../message.js'

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

/**
 * AWS: clients that once used the query protocol still expect its codes and statuses, and say so. For all
 * others, a fault of the caller is 400, whatever it is.
 */
export function queryModeOf(
  request: WireRequest,
  error: ServiceError,
  service: Service | undefined,
): { readonly status: number; readonly headers: readonly string[] } {
  const wantsCodes = headerOf(request, 'x-amzn-query-mode') === 'true'
  if (service?.queryCompatible !== true || !wantsCodes) return { status: error.status, headers: [] }
  const { code, type, status } = queryErrorOf(error, service)
  return { status, headers: ['x-amzn-query-error', `${code};${type}`] }
}
