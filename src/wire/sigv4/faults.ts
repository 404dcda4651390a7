/** Errors about the authentication of a request, in the service's own sentences. */
import { ServiceError } from '../../model/errors.js'

export function bothForms(): ServiceError {
  return invalidSignature(
    "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
  )
}

export function missingToken(): ServiceError {
  return new ServiceError(
    'MissingAuthenticationTokenException',
    'Request is missing Authentication Token',
  )
}

/** One sentence for each missing part, in order, then the header itself. */
export function incompleteHeader(missing: readonly string[], header: string): ServiceError {
  const sentences = missing.map((part) =>
    part === 'Date'
      ? "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
      : `Authorization header requires '${part}' parameter. `,
  )
  return incompleteSignature(`${sentences.join('')}Authorization=${header}`)
}

export function notKeyValue(part: string, header: string): ServiceError {
  return incompleteSignature(
    `'${part}' not a valid key=value pair (missing equal-sign) in Authorization header: '${header}'.`,
  )
}

export function incompleteQuery(missing: readonly string[]): ServiceError {
  const sentences = missing.map((part) => `AWS query-string parameters must include '${part}'. `)
  return incompleteSignature(`${sentences.join('')}Re-examine the query-string parameters.`)
}

export function unsupportedAlgorithm(algorithm: string): ServiceError {
  return incompleteSignature(
    `Unsupported AWS 'algorithm': '${algorithm}' (only AWS4-HMAC-SHA256 for now). `,
  )
}

export function credentialShape(credential: string): ServiceError {
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
}

export function signatureExpired({ date, earliest, now }: DateWindow): ServiceError {
  return invalidSignature(
    `Signature expired: ${date} is now earlier than ${earliest} (${now} - 15 min.)`,
  )
}

export function signatureEarly({ date, latest, now }: DateWindow): ServiceError {
  return invalidSignature(
    `Signature not yet current: ${date} is still later than ${latest} (${now} + 15 min.)`,
  )
}

export function wrongScope(sentences: readonly string[]): ServiceError {
  return invalidSignature(sentences.join(''))
}

function incompleteSignature(message: string): ServiceError {
  return new ServiceError('IncompleteSignatureException', message)
}

function invalidSignature(message: string): ServiceError {
  return new ServiceError('InvalidSignatureException', message)
}
