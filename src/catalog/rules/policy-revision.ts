/** Whether the policy of a table or stream is the revision that a request expects. */
import { ServiceError } from '../../model/errors.js'

/** AWS: what a request expects that must be the first to put a policy. */
const noPolicy = 'NO_POLICY'

interface PolicyOwner {
  readonly tableName: string
  readonly streamLabel?: string
}

export function requireRevision(
  { tableName, streamLabel }: PolicyOwner,
  current: { readonly document?: string; readonly revisionId: string } | undefined,
  expected: string | undefined,
): void {
  if (expected === undefined) return
  const owner = streamLabel === undefined ? `table ${tableName}` : `stream ${streamLabel}`
  if (expected === noPolicy) {
    if (current?.document === undefined) return
    throw policyNotFound(
      `Requested policy update expecting none to be present for ${owner}, but a policy exists with revision id ${current.revisionId}.`,
    )
  }
  if (current?.revisionId === expected && current.document !== undefined) return
  const asked = `Requested update for policy with revision id ${expected}`
  throw policyNotFound(
    current === undefined
      ? `${asked}, but ${owner} has no associated policy.`
      : `${asked}, but the policy associated to target ${owner} has revision id ${current.revisionId}.`,
  )
}

/** `detail`: the ARN, or what does not agree. */
export function policyNotFound(detail: string): ServiceError {
  return new ServiceError(
    'PolicyNotFoundException',
    `Resource-based policy not found for the provided ResourceArn: ${detail}`,
  )
}
