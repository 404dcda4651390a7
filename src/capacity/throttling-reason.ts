/** Why a request was throttled, in AWS's words. */

export type ThrottledKind = 'read' | 'write'

/** Which limit was reached. */
export type ThrottlingCause =
  | 'ProvisionedThroughputExceeded'
  | 'KeyRangeThroughputExceeded'
  | 'MaxOnDemandThroughputExceeded'
  | 'AccountLimitExceeded'

export type ThrottlingReason = `${'Table' | 'Index'}${'Read' | 'Write'}${ThrottlingCause}`

export function throttlingReason(
  indexName: string | undefined,
  kind: ThrottledKind,
  cause: ThrottlingCause,
): ThrottlingReason {
  const what = indexName === undefined ? 'Table' : 'Index'
  return `${what}${kind === 'read' ? 'Read' : 'Write'}${cause}`
}
