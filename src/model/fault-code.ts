/**
 * The short codes for faults of one part of a request, where the request as a whole has another
 * answer: the reasons of a canceled transaction, the statements of a batch.
 */
const codes = {
  AccessDeniedException: 'AccessDenied',
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  DuplicateItemException: 'DuplicateItem',
  ItemCollectionSizeLimitExceededException: 'ItemCollectionSizeLimitExceeded',
  ProvisionedThroughputExceededException: 'ProvisionedThroughputExceeded',
  RequestLimitExceeded: 'RequestLimitExceeded',
  ResourceNotFoundException: 'ResourceNotFound',
  ThrottlingException: 'ThrottlingError',
  TransactionConflictException: 'TransactionConflict',
  ValidationException: 'ValidationError',
} as const

export type FaultCode = (typeof codes)[keyof typeof codes]

/** Undefined for errors that cannot be the fault of one part. */
export function faultCodeOf(errorType: string): FaultCode | undefined {
  return Object.hasOwn(codes, errorType) ? codes[errorType as keyof typeof codes] : undefined
}
