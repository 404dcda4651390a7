/** S3's names and sentences for what is wrong with a signature. */
import type { AuthenticationError, AuthenticationFault } from '../../sigv4/faults.js'
import { S3Error } from './s3-error.js'

interface Named {
  readonly code: string
  readonly status: number
  /** Undefined for the sentence of the other services. */
  readonly message?: string
}

const named: Readonly<Record<AuthenticationFault, Named>> = {
  missing: { code: 'AccessDenied', status: 403, message: 'Access Denied' },
  malformed: { code: 'AuthorizationHeaderMalformed', status: 400 },
  scope: { code: 'AuthorizationHeaderMalformed', status: 400 },
  'unsigned-host': {
    code: 'AccessDenied',
    status: 403,
    message: 'There were headers present in the request which were not signed',
  },
  skewed: {
    code: 'RequestTimeTooSkewed',
    status: 403,
    message: 'The difference between the request time and the current time is too large.',
  },
  'bad-token': {
    code: 'InvalidToken',
    status: 400,
    message: 'The provided token is malformed or otherwise invalid.',
  },
  'expired-token': {
    code: 'ExpiredToken',
    status: 400,
    message: 'The provided token has expired.',
  },
  'unknown-key': {
    code: 'InvalidAccessKeyId',
    status: 403,
    message: 'The AWS Access Key Id you provided does not exist in our records.',
  },
  mismatch: {
    code: 'SignatureDoesNotMatch',
    status: 403,
    message:
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  },
}

export function fromAuthentication(error: AuthenticationError): S3Error {
  const { code, status, message = error.message } = named[error.fault]
  return new S3Error(code, status, message.trim())
}
