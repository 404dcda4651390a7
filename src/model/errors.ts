/**
 * Service errors are answers: what a client gets instead of a result. They carry a type, a status
 * and a payload; only `wire/` knows how to write them as bytes. A sentence is written at the check
 * that uses it, except the few that many checks share.
 */
import type { FaultCode } from './fault-code.js'
import type { Item } from './item.js'

/**
 * Kinds of ValidationException that operations treat differently, mostly by the prefix `1
 * validation error detected: `; `operations/message-prefix.ts` decides. Errors without a family
 * never get it.
 */
export type ValidationFamily =
  | 'value' // sets, numbers, nesting, NULL that is not true
  | 'expression' // syntax and meaning of expressions
  | 'unused-substitution'
  | 'substitution-map' // empty maps, malformed keys
  | 'parameter-mix' // substitutions without expression, expression beside legacy parameters
  | 'legacy-condition' // malformed conditions of Expected and the older filters
  | 'return-values'
  | 'attribute-name' // empty names
  | 'select'
  | 'empty-key' // empty string or binary in a key: refuses a whole transaction, not one action

export interface ServiceErrorDetails {
  readonly status?: number
  /** Members of the error body beside its type and message. */
  readonly payload?: Readonly<Record<string, unknown>>
  readonly family?: ValidationFamily
  /** The wording of operations that the service has not moved to the current one yet. */
  readonly olderMessage?: string
}

export class ServiceError extends Error {
  readonly type: string
  readonly status: number
  readonly payload: Readonly<Record<string, unknown>>
  readonly family: ValidationFamily | undefined
  readonly olderMessage: string | undefined
  /** What was done before it failed, if that counts; `items/failed-work.ts` knows its form. */
  spent: unknown = undefined

  constructor(type: string, message: string | undefined, details: ServiceErrorDetails = {}) {
    // An answer needs no stack, and taking one costs more than the check that failed.
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = limit
    this.name = type
    this.type = type
    this.status = details.status ?? 400
    this.payload = details.payload ?? {}
    this.family = details.family
    this.olderMessage = details.olderMessage
  }
}

export function validation(message: string, family?: ValidationFamily): ServiceError {
  return new ServiceError('ValidationException', message, { family })
}

/** The same fault within another sentence, in both wordings. */
export function retold(error: ServiceError, tell: (sentence: string) => string): ServiceError {
  const { message, family, olderMessage } = error
  return new ServiceError('ValidationException', tell(message), {
    family,
    olderMessage: olderMessage === undefined ? undefined : tell(olderMessage),
  })
}

/** With the opening that many of the service's sentences share. */
export function invalidParameter(sentence: string, family?: ValidationFamily): ServiceError {
  return validation(`One or more parameter values were invalid: ${sentence}`, family)
}

/** With the newer opening, used for empty key values. */
export function parameterNotValid(sentence: string): ServiceError {
  return validation(`One or more parameter values are not valid. ${sentence}`, 'empty-key')
}

/** No message when the body was not JSON at all. */
export function serialization(message?: string): ServiceError {
  return new ServiceError('SerializationException', message)
}

export function unknownOperation(): ServiceError {
  return new ServiceError('UnknownOperationException', undefined)
}

export function resourceNotFound(detail?: string): ServiceError {
  const sentence = 'Requested resource not found'
  return new ServiceError(
    'ResourceNotFoundException',
    detail === undefined ? sentence : `${sentence}: ${detail}`,
  )
}

export function tableNotFound(tableName: string): ServiceError {
  return resourceNotFound(`Table: ${tableName} not found`)
}

export function streamNotFound(arn: string): ServiceError {
  return resourceNotFound(`Stream: ${arn} not found`)
}

export function shardNotFound(): ServiceError {
  return resourceNotFound('Shard does not exist')
}

export function expiredIterator(): ServiceError {
  return new ServiceError('ExpiredIteratorException', 'The shard iterator has expired')
}

export function trimmedDataAccess(): ServiceError {
  return new ServiceError(
    'TrimmedDataAccessException',
    'The data you are trying to access has been trimmed',
  )
}

export function resourceInUse(message: string): ServiceError {
  return new ServiceError('ResourceInUseException', message)
}

export function limitExceeded(message: string): ServiceError {
  return new ServiceError('LimitExceededException', message)
}

export function accessDenied(message: string): ServiceError {
  return new ServiceError('AccessDeniedException', message)
}

export function conditionalCheckFailed(item?: Item): ServiceError {
  return new ServiceError('ConditionalCheckFailedException', 'The conditional request failed', {
    payload: item === undefined ? {} : { Item: item },
  })
}

export function duplicateItem(item?: Item): ServiceError {
  return new ServiceError('DuplicateItemException', 'Duplicate primary key exists in table', {
    payload: item === undefined ? {} : { Item: item },
  })
}

/** Why a transaction was canceled, for one of its actions, in the form the client sees. */
export interface CancellationReason {
  readonly Code: 'None' | FaultCode
  readonly Message?: string
  readonly Item?: Item
}

/** One reason for each action, in the order of the request. */
export function transactionCanceled(reasons: readonly CancellationReason[]): ServiceError {
  const codes = reasons.map(({ Code }) => Code).join(', ')
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { payload: { CancellationReasons: reasons } },
  )
}

export function itemCollectionTooLarge(): ServiceError {
  return new ServiceError('ItemCollectionSizeLimitExceededException', 'Collection size exceeded.')
}

export const transactionConflictSentence = 'Transaction is ongoing for the item'

export function transactionConflict(): ServiceError {
  return new ServiceError('TransactionConflictException', transactionConflictSentence)
}

/** For an item of a global table that every region writes in one place. */
export function replicatedWriteConflict(): ServiceError {
  return new ServiceError(
    'ReplicatedWriteConflictException',
    'One or more items in this request are being modified in another Region',
  )
}

/** AWS: has no message. */
export function idempotentParameterMismatch(): ServiceError {
  return new ServiceError('IdempotentParameterMismatchException', undefined)
}

export function keyDoesNotMatchSchema(): ServiceError {
  return validation('The provided key element does not match the schema')
}

/** The request had no effect, or its outcome is unknown; clients retry. */
export function serviceUnavailable(message?: string): ServiceError {
  return new ServiceError('ServiceUnavailable', message, { status: 503 })
}

/** AWS: has no message. The service fails so at some requests that it should have refused. */
export function internalFailure(): ServiceError {
  return new ServiceError('InternalFailure', undefined, { status: 500 })
}

export function internalServerError(message?: string): ServiceError {
  return new ServiceError('InternalServerError', message ?? 'Internal server error', {
    status: 500,
  })
}
