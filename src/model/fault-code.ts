/**
 * The short codes by which the faults of one part of a request are told, where the request as a whole
 * is answered otherwise: the reasons of a canceled transaction, the members of a batch of statements.
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

/** Undefined for errors that are never the fault of a part. */
export function faultCodeOf(errorType: string): FaultCode | undefined {
  return Object.hasOwn(codes, errorType) ? codes[errorType as keyof typeof codes] : undefined
}
