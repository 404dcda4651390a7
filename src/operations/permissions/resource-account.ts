/** The ARNs of resources as policies name them, and whose they are. */
import type { OwnScope, Scope } from '../../model/arn.js'

/**
 * The account in an ARN; the caller's own for what has none, such as buckets and lists, and for AWS's
 * policies, which every account has.
 */
export function accountIn({ account }: Scope, resource: string): string {
  const named = resource.split(':', 5)[4]
  return named === undefined || named === '' || named === 'aws' ? account : named
}

const dynamodbArn = /^arn:aws:dynamodb:[^:]*:[^:]*:/

/**
 * Requests may name a resource in more than one way: in any partition, and if all accounts and regions are
 * one, in any of these. A policy names it in one way, and must not be evaded by another.
 */
export function canonicalArn({ account, region, isShared }: OwnScope, resource: string): string {
  const arn =
    resource.startsWith('arn:aws:') || resource === '*'
      ? resource
      : resource.replace(/^arn:[^:]*:/, 'arn:aws:')
  return isShared === true
    ? arn.replace(dynamodbArn, `arn:aws:dynamodb:${region}:${account}:`)
    : arn
}
