/** What a client gets for a table whose key cannot be used. */
import type { KeyFault } from '../../keys/master-keys.js'
import {
  accessDenied,
  internalServerError,
  serviceUnavailable,
  validation,
  type ServiceError,
} from '../../model/errors.js'

export function keyFaultAnswer({ kind, message }: KeyFault): ServiceError {
  switch (kind) {
    case 'disabled':
    case 'missing':
      return validation(`KMS key disabled error: ${message}`)
    case 'pending deletion':
    case 'not found':
      return validation(`KMS validation error: ${message}`)
    case 'denied':
      return accessDenied(`KMS key access denied error: ${message}`)
    case 'not usable':
      return internalServerError(`KMS internal error: ${message}`)
    case 'unreachable':
      return serviceUnavailable()
  }
}
