/** Errors of the Resource Groups Tagging API. */
import { ServiceError } from '../../model/errors.js'

export function invalidRequest(message: string): ServiceError {
  return new ServiceError('InvalidParameterException', message)
}

export function expiredToken(): ServiceError {
  return new ServiceError(
    'PaginationTokenExpiredException',
    'The specified PaginationToken has expired. A PaginationToken is valid for 15 minutes.',
  )
}
