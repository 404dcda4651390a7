/** Errors about the authentication of a request, in the service's own sentences. */
import { ServiceError } from '../../model/errors.js'

/** What is wrong, for services that name it differently. */
export type AuthenticationFault =
  | 'missing'
  | 'malformed'
  | 'unsigned-host'
  | 'skewed'
  | 'scope'
  | 'bad-token'
  | 'expired-token'
  | 'unknown-key'
  | 'mismatch'

export class AuthenticationError extends ServiceError {
  readonly fault: AuthenticationFault

  constructor(fault: AuthenticationFault, type: string, message: string) {
    super(type, message)
    this.fault = fault
  }
}

export function bothForms(): AuthenticationError {
  return invalidSignature(
    'malformed',
    "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
  )
}

export function missingToken(): AuthenticationError {
  return new AuthenticationError(
    'missing',
    'MissingAuthenticationTokenException',
    'Request is missing Authentication Token',
  )
}

export function emptyHeader(): AuthenticationError {
  return incompleteSignature('Authorization header cannot be empty.')
}

/** One sentence for each missing part, in order, then the header itself. */
export function incompleteHeader(missing: readonly string[], header: string): AuthenticationError {
  const sentences = missing.map((part) =>
    part === 'Date'
      ? "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
      : `Authorization header requires '${part}' parameter. `,
  )
  return incompleteSignature(`${sentences.join('')}Authorization=${header}`)
}

export function notKeyValue(part: string, header: string): AuthenticationError {
  return incompleteSignature(
    `'${part}' not a valid key=value pair (missing equal-sign) in Authorization header: '${header}'.`,
  )
}

export function incompleteQuery(missing: readonly string[]): AuthenticationError {
  const sentences = missing.map((part) => `AWS query-string parameters must include '${part}'. `)
  return incompleteSignature(`${sentences.join('')}Re-examine the query-string parameters.`)
}

export function unsupportedAlgorithm(algorithm: string): AuthenticationError {
  return incompleteSignature(
    `Unsupported AWS 'algorithm': '${algorithm}' (only AWS4-HMAC-SHA256 for now). `,
  )
}

export function hostNotSigned(): AuthenticationError {
  return invalidSignature(
    'unsigned-host',
    "'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.",
  )
}

export function dateShape(date: string): AuthenticationError {
  return incompleteSignature(
    `Date must be in ISO-8601 'basic format'. Got '${date}'. See http://en.wikipedia.org/wiki/ISO_8601`,
  )
}

export function credentialShape(credential: string): AuthenticationError {
  return incompleteSignature(
    `Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '${credential}'`,
  )
}

/** The date of the request, and the earliest and the latest that the service would accept now. */
export interface DateWindow {
  readonly date: string
  readonly earliest: string
  readonly latest: string
  readonly now: string
  readonly minutes: number
}

export function signatureExpired(window: DateWindow): AuthenticationError {
  const { date, earliest, now, minutes } = window
  return invalidSignature(
    'skewed',
    `Signature expired: ${date} is now earlier than ${earliest} (${now} - ${minutes} min.)`,
  )
}

export function signatureEarly({ date, latest, now, minutes }: DateWindow): AuthenticationError {
  return invalidSignature(
    'skewed',
    `Signature not yet current: ${date} is still later than ${latest} (${now} + ${minutes} min.)`,
  )
}

export function wrongScope(sentences: readonly string[]): AuthenticationError {
  return invalidSignature('scope', sentences.join(''))
}

/** AWS: without a full stop, unlike the sentence about a key. */
export function badToken(): AuthenticationError {
  return unrecognized('bad-token', 'The security token included in the request is invalid')
}

export function expiredToken(): AuthenticationError {
  return new AuthenticationError(
    'expired-token',
    'ExpiredTokenException',
    'The security token included in the request is expired',
  )
}

export function unknownKey(): AuthenticationError {
  return unrecognized('unknown-key', 'The security token included in the request is invalid.')
}

export function signatureMismatch(): AuthenticationError {
  return invalidSignature(
    'mismatch',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  )
}

function incompleteSignature(message: string): AuthenticationError {
  return new AuthenticationError('malformed', 'IncompleteSignatureException', message)
}

function invalidSignature(fault: AuthenticationFault, message: string): AuthenticationError {
  return new AuthenticationError(fault, 'InvalidSignatureException', message)
}

function unrecognized(fault: AuthenticationFault, message: string): AuthenticationError {
  return new AuthenticationError(fault, 'UnrecognizedClientException', message)
}
