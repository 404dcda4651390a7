/**
 * What a signed request says about its signature, in the Authorization header or in the query of a presigned
 * address. Only the form is checked here, in the service's order.
 */
import {
  bothForms,
  emptyHeader,
  incompleteHeader,
  incompleteQuery,
  missingToken,
  notKeyValue,
  unsupportedAlgorithm,
} from './faults.js'

export interface SignedForm {
  readonly isPresigned: boolean
  /** `keyid/date/region/service/aws4_request`, not checked yet. */
  readonly credential: string
  /** Names, separated by semicolons. */
  readonly signedHeaders: string
  readonly signature: string
  /** As it was sent. */
  readonly date: string
}

export interface FormSource {
  readonly authorization: string | undefined
  /** X-Amz-Date, or Date if that is absent. */
  readonly date: string | undefined
  readonly query: string
}

export function readForm({ authorization, date, query }: FormSource): SignedForm {
  const parameters = query === '' ? undefined : new URLSearchParams(query)
  const isPresigned = parameters?.has('X-Amz-Algorithm') === true
  if (isPresigned && authorization !== undefined) throw bothForms()
  if (isPresigned) return readQueryForm(parameters)
  if (authorization === undefined) throw missingToken()
  return readHeaderForm(authorization, date)
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * The form that SDKs send. Every request is checked with it, because splitting a valid header into
 * its parts costs several times as much.
 */
const usualHeader =
  /^AWS4-HMAC-SHA256 Credential=([^, ]+), ?SignedHeaders=([^, ]+), ?Signature=([^, ]+)$/

function readHeaderForm(header: string, date: string | undefined): SignedForm {
  const match = date ? usualHeader.exec(header) : null
  if (match === null) return examineHeader(header, date)
  return {
    isPresigned: false,
    credential: match[1]!,
    signedHeaders: match[2]!,
    signature: match[3]!,
    date: date!,
  }
}

const headerParts = ['Credential', 'Signature', 'SignedHeaders'] as const

function examineHeader(header: string, date: string | undefined): SignedForm {
  if (header === '') throw emptyHeader()
  const [word = '', ...parts] = header.split(separators)
  if (!word.startsWith('AWS4-')) throw missingToken()
  const bare = parts.find((part) => part !== '' && !part.includes('='))
  if (bare !== undefined) throw notKeyValue(bare, header)
  // AWS: of a part that is given twice, the last counts.
  const values = new Map(parts.map(keyAndValue))
  const missing: string[] = headerParts.filter((part) => !values.get(part))
  if (!date) missing.push('Date')
  if (missing.length > 0) throw incompleteHeader(missing, header)
  if (word !== algorithm) throw unsupportedAlgorithm(word)
  return {
    isPresigned: false,
    credential: values.get('Credential')!,
    signedHeaders: values.get('SignedHeaders')!,
    signature: values.get('Signature')!,
    date: date!,
  }
}

/** AWS: parts may be separated by commas, blanks or both. */
const separators = /[, ]+/

function keyAndValue(part: string): [string, string] {
  const equals = part.indexOf('=')
  return [part.slice(0, equals), part.slice(equals + 1)]
}

const queryParts = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
  'X-Amz-Date',
] as const

/** AWS: of a part that is given twice, the first counts. */
function readQueryForm(parameters: URLSearchParams): SignedForm {
  const missing = queryParts.filter((part) => !parameters.get(part))
  if (missing.length > 0) throw incompleteQuery(missing)
  if (parameters.get('X-Amz-Algorithm') !== algorithm) throw missingToken()
  return {
    isPresigned: true,
    credential: parameters.get('X-Amz-Credential')!,
    signedHeaders: parameters.get('X-Amz-SignedHeaders')!,
    signature: parameters.get('X-Amz-Signature')!,
    date: parameters.get('X-Amz-Date')!,
  }
}
