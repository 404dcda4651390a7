/**
 * How errors are spelled: each type's namespace in `__type`, and under which name its message goes.
 * All of it is data, because the service is not consistent and changes.
 */
import type { ServiceError } from '../../../model/errors.js'
import { encodeAnswer } from './encode-answer.js'

interface Spelling {
  readonly namespace: string
  readonly messageMember: 'message' | 'Message' | undefined
  /** Operations on which the type is spelled like the service's own errors instead. */
  readonly exceptOn?: ReadonlySet<string>
}

const dynamodb = 'com.amazonaws.dynamodb.v20120810'
const coralService = 'com.amazon.coral.service'
const tagOperations = new Set(['TagResource', 'UntagResource', 'ListTagsOfResource'])

const usual: Spelling = { namespace: dynamodb, messageMember: 'message' }
const authentication: Spelling = { namespace: coralService, messageMember: 'message' }
const silent: Spelling = { namespace: coralService, messageMember: undefined }

const spellings: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['ValidationException', { namespace: 'com.amazon.coral.validate', messageMember: 'message' }],
  ['SerializationException', { namespace: coralService, messageMember: 'Message' }],
  ['UnknownOperationException', silent],
  ['MissingAuthenticationTokenException', authentication],
  ['IncompleteSignatureException', authentication],
  ['InvalidSignatureException', authentication],
  ['UnrecognizedClientException', authentication],
  ['ExpiredTokenException', authentication],
  [
    'AccessDeniedException',
    { namespace: coralService, messageMember: 'Message', exceptOn: tagOperations },
  ],
  ['ThrottlingException', { namespace: 'com.amazon.coral.availability', messageMember: 'message' }],
  ['TransactionCanceledException', { namespace: dynamodb, messageMember: 'Message' }],
  ['InternalFailure', silent],
  ['ServiceUnavailable', { namespace: coralService, messageMember: 'message' }],
])

export function encodeError(error: ServiceError, operation: string | undefined): Buffer {
  const { namespace, messageMember, exceptOn } = spellings.get(error.type) ?? usual
  const known = operation !== undefined && exceptOn?.has(operation) === true ? dynamodb : namespace
  const message =
    messageMember === undefined || error.message === '' ? {} : { [messageMember]: error.message }
  return encodeAnswer({ __type: `${known}#${error.type}`, ...message, ...error.payload })
}
