/** What a caller is told who may not do something. AWS's sentences, which name one reason. */
import type { Identity } from '../../model/caller.js'
import { accessDenied, type ServiceError } from '../../model/errors.js'
import type { PolicyDecision } from '../../policies/evaluate.js'
import type { Access } from '../access.js'

/** What was asked for, and by whom. */
export interface DeniedAccess extends Access {
  readonly by: Identity
  /** Whether the resource is in the caller's account. */
  readonly isHome: boolean
}

export function denialFor(
  decision: Exclude<PolicyDecision, { kind: 'allowed' }>,
  access: DeniedAccess,
): ServiceError {
  if (decision.kind === 'denied') {
    return told(access, `with an explicit deny in ${withArticle(decision.by.policyKind)}`)
  }
  // AWS: says nothing about what is in another account.
  if (!access.isHome) return bareDenial()
  return told(access, `because no ${decision.missing} allows the ${access.action} action`)
}

function told({ by, action, resource, isPrefix }: DeniedAccess, reason: string): ServiceError {
  const named = isPrefix === true ? `${resource}*` : resource
  // AWS: S3 puts it into quotes.
  const on = action.startsWith('s3:') ? `"${named}"` : named
  return accessDenied(
    `User: ${by.arn} is not authorized to perform: ${action} on resource: ${on} ${reason}`,
  )
}

export function bareDenial(): ServiceError {
  return accessDenied('Access is denied')
}

function withArticle(kind: string): string {
  return `${kind.startsWith('i') ? 'an' : 'a'} ${kind}`
}
