/** Whose a resource is. */
import type { Scope } from '../../model/arn.js'

/** The account in an ARN; the caller's own for what has none, such as buckets and lists. */
export function accountIn({ account }: Scope, resource: string): string {
  const named = resource.split(':', 5)[4]
  return named === undefined || named === '' ? account : named
}
