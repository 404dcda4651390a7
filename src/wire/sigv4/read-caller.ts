/**
 * Reads the caller from the Authorization header or from the query of a presigned request.
 *
 * The form is checked as far as possible without a secret, in the service's order. Dates, signed
 * headers and signatures are not verified: any credentials are accepted, so a replayed request is
 * no worse than one that anyone could have sent.
 */
import { sharedScope } from '../../model/arn.js'
import type { Caller } from '../../model/caller.js'
import type { Clock } from '../../stdx/clock.js'
import { callerOf, readCredential } from './credential.js'
import {
  bothForms,
  incompleteHeader,
  incompleteQuery,
  missingToken,
  notKeyValue,
  unsupportedAlgorithm,
} from './faults.js'
import { refuseSkewedDate } from './request-date.js'

export interface Authentication {
  readonly authorization: string | undefined
  /** X-Amz-Date, or Date if that is absent. */
  readonly date: string | undefined
  readonly query: string
  /** The signing name of the called service, which must be in the scope of the credential. */
  readonly signingName: string
  readonly clock: Clock
}

export function readCaller(authentication: Authentication): Caller {
  const { authorization, query } = authentication
  const parameters = query === '' ? undefined : new URLSearchParams(query)
  const presigned = parameters?.has('X-Amz-Algorithm') === true
  if (presigned && authorization !== undefined) throw bothForms()
  if (presigned) return readPresigned(parameters, authentication)
  if (authorization?.startsWith('AWS4-') !== true) throw missingToken()
  return readHeader(authorization, authentication)
}

/** For a server on which all regions and accounts are one. */
export function readSharedCaller(authentication: Authentication): Caller {
  return { ...readCaller(authentication), ...sharedScope }
}

/**
 * The form that SDKs send. Every request is checked with it, because splitting a valid header into
 * its parts costs several times as much.
 */
const wellFormed =
  /^AWS4-HMAC-SHA256 Credential=([^/, ]*)\/[^/, ]*\/([\w-]{1,64})\/([\w-]+)\/aws4_request, ?SignedHeaders=[^, ]+, ?Signature=[^, ]+$/

function readHeader(header: string, authentication: Authentication): Caller {
  const { date, signingName } = authentication
  const match = date ? wellFormed.exec(header) : null
  return match?.[3] === signingName
    ? callerOf(match[1]!, match[2]!)
    : examineHeader(header, authentication)
}

const headerParts = ['Credential', 'Signature', 'SignedHeaders'] as const

function examineHeader(header: string, authentication: Authentication): Caller {
  const { date } = authentication
  const [algorithm = '', ...parts] = header.split(separators)
  const values = new Map(parts.map(keyAndValue))
  const missing: string[] = headerParts.filter((part) => !values.get(part))
  if (!date) missing.push('Date')
  if (missing.length > 0) throw incompleteHeader(missing, header)
  const bare = parts.find((part) => part !== '' && !part.includes('='))
  if (bare !== undefined) throw notKeyValue(bare, header)
  return readSigned(
    { algorithm, credential: values.get('Credential')!, date: date! },
    authentication,
  )
}

/** AWS: parts may be separated by commas, blanks or both. */
const separators = /[, ]+/

function keyAndValue(part: string): [string, string] {
  const equals = part.indexOf('=')
  return equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
}

const queryParts = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
  'X-Amz-Date',
] as const

function readPresigned(parameters: URLSearchParams, authentication: Authentication): Caller {
  const missing = queryParts.filter((part) => !parameters.get(part))
  if (missing.length > 0) throw incompleteQuery(missing)
  const signed = {
    algorithm: parameters.get('X-Amz-Algorithm')!,
    credential: parameters.get('X-Amz-Credential')!,
    date: parameters.get('X-Amz-Date')!,
  }
  return readSigned(signed, authentication)
}

interface Signed {
  readonly algorithm: string
  readonly credential: string
  readonly date: string
}

function readSigned(
  { algorithm, credential, date }: Signed,
  { signingName, clock }: Authentication,
): Caller {
  const beforeRefusal = (): void => refuseSkewedDate(date, clock.now())
  if (algorithm !== 'AWS4-HMAC-SHA256') {
    beforeRefusal()
    throw unsupportedAlgorithm(algorithm)
  }
  return readCredential({ text: credential, signingName, beforeRefusal })
}
