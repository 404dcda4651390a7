/**
 * How errors are written in JSON: the namespace of each type in `__type`, and the member that holds
 * its message. All of it is data, because the services are inconsistent and change.
 */
import type { Service } from '../../../api/service.js'
import type { ServiceError } from '../../../model/errors.js'
import { encodeAnswer } from './encode-answer.js'

interface Spelling {
  /** Undefined means the namespace of the service. */
  readonly namespace?: string
  readonly messageMember: 'message' | 'Message' | undefined
}

const coralService = 'com.amazon.coral.service'
const common: Spelling = { namespace: coralService, messageMember: 'message' }
const silent: Spelling = { namespace: coralService, messageMember: undefined }

const spellings: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['ValidationException', { namespace: 'com.amazon.coral.validate', messageMember: 'message' }],
  ['SerializationException', { namespace: coralService, messageMember: 'Message' }],
  ['UnknownOperationException', silent],
  ['InvalidParameterCombinationException', common],
  ['InvalidParameterValueException', common],
  ['MissingRequiredParameterException', common],
  ['MissingAuthenticationTokenException', common],
  ['IncompleteSignatureException', common],
  ['InvalidSignatureException', common],
  ['UnrecognizedClientException', common],
  ['ExpiredTokenException', common],
  ['AccessDeniedException', { namespace: coralService, messageMember: 'Message' }],
  ['ThrottlingException', { namespace: 'com.amazon.coral.availability', messageMember: 'message' }],
  ['InternalFailure', silent],
  ['ServiceUnavailable', { namespace: coralService, messageMember: 'message' }],
])

const reasonsFirst: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
])

export function encodeError(error: ServiceError, service: Service | undefined): Buffer {
  return encodeAnswer(errorMembers(error, service))
}

export function errorMembers(
  error: ServiceError,
  service: Service | undefined,
): Readonly<Record<string, unknown>> {
  const { messageMember, namespace } = spellings.get(error.type) ?? ownError(error, service)
  const known = namespace ?? service?.quirks.namespace
  const type = known === undefined ? error.type : `${known}#${error.type}`
  const message =
    messageMember === undefined || error.message === '' ? {} : { [messageMember]: error.message }
  // AWS: throttled requests are told the reasons before the message.
  return reasonsFirst.has(error.type)
    ? { __type: type, ...error.payload, ...message }
    : { __type: type, ...message, ...error.payload }
}

function ownError({ type }: ServiceError, service: Service | undefined): Spelling {
  const quirk = service?.quirks.messageMembers?.[type]
  return { messageMember: quirk ?? service?.errors[type]?.messageMember ?? 'message' }
}
