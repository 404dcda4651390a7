/**
 * Who calls, read from the Authorization header or from the query of a presigned request.
 *
 * The form is checked as far as no secret is needed, in the service's order. Dates, signed headers and
 * signatures are taken on trust: any credentials are accepted, and a request that could be replayed is
 * no worse than one that anybody could have made.
 */
import type { Caller } from '../../model/caller.js'
import { callerOf, readCredential } from './credential.js'
import {
  bothForms,
  incompleteHeader,
  incompleteQuery,
  missingToken,
  notKeyValue,
  unsupportedAlgorithm,
} from './faults.js'

export interface Authentication {
  readonly authorization: string | undefined
  /** X-Amz-Date, or else Date. */
  readonly date: string | undefined
  readonly query: string
}

export function readCaller({ authorization, date, query }: Authentication): Caller {
  const parameters = query === '' ? undefined : new URLSearchParams(query)
  const presigned = parameters?.has('X-Amz-Algorithm') === true
  if (presigned && authorization !== undefined) throw bothForms()
  if (presigned) return readPresigned(parameters)
  if (authorization?.startsWith('AWS4-') !== true) throw missingToken()
  return readHeader(authorization, date)
}

/**
 * What SDKs send. Every request passes here, and taking a header apart to find nothing wrong with it
 * costs several times as much as this.
 */
const wellFormed =
  /^AWS4-HMAC-SHA256 Credential=([^/, ]+)\/[^/, ]*\/([\w-]{1,64})\/dynamodb\/aws4_request, ?SignedHeaders=[^, ]+, ?Signature=[^, ]+$/

function readHeader(header: string, date: string | undefined): Caller {
  const match = date ? wellFormed.exec(header) : null
  return match === null ? examineHeader(header, date) : callerOf(match[1]!, match[2]!)
}

const headerParts = ['Credential', 'Signature', 'SignedHeaders'] as const

function examineHeader(header: string, date: string | undefined): Caller {
  const [algorithm = '', ...parts] = header.split(separators)
  const values = new Map(parts.map(keyAndValue))
  const missing: string[] = headerParts.filter((part) => !values.get(part))
  if (!date) missing.push('Date')
  if (missing.length > 0) throw incompleteHeader(missing, header)
  const bare = parts.find((part) => part !== '' && !part.includes('='))
  if (bare !== undefined) throw notKeyValue(bare, header)
  return readSigned(algorithm, values.get('Credential')!)
}

/** AWS: parts may be set apart by commas, blanks or both. */
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

function readPresigned(parameters: URLSearchParams): Caller {
  const missing = queryParts.filter((part) => !parameters.get(part))
  if (missing.length > 0) throw incompleteQuery(missing)
  return readSigned(parameters.get('X-Amz-Algorithm')!, parameters.get('X-Amz-Credential')!)
}

function readSigned(algorithm: string, credential: string): Caller {
  if (algorithm !== 'AWS4-HMAC-SHA256') throw unsupportedAlgorithm(algorithm)
  return readCredential(credential)
}
