/** Whether the policy of a table or stream lets everyone in. */
import { validation } from '../../model/errors.js'
import type { Policy, PolicyStatement } from '../../policies/policy.js'

/** In lower case: keys whose values are AWS's, not the caller's. */
const trustedKeys: ReadonlySet<string> = new Set(
  [
    'PrincipalAccount',
    'PrincipalArn',
    'PrincipalOrgID',
    'PrincipalOrgPaths',
    'SourceAccount',
    'SourceArn',
    'SourceVpc',
    'SourceVpce',
    'UserId',
    'PrincipalServiceName',
    'PrincipalServiceNamesList',
    'PrincipalIsAWSService',
    'Ec2InstanceSourceVpc',
    'SourceOrgID',
    'SourceOrgPaths',
  ].map((name) => `aws:${name.toLowerCase()}`),
)

export function refuseUnboundedAccess({ statements }: Policy): void {
  if (!statements.some(isUnbounded)) return
  throw validation(
    'Resource-based policy grants unbounded access in one or more elements. Please revise the policy to ensure least-privilege form of access',
  )
}

/** What a Deny says to everyone bounds nothing, and what is allowed to all but some is allowed to everyone. */
function isUnbounded({ effect, principals, conditions }: PolicyStatement): boolean {
  if (effect === 'Deny' || principals === undefined) return false
  const { list, isExcept } = principals
  return (isExcept || list.everyone) && !conditions.some(bounds)
}

/** A condition that also holds without the key, or for any value of it, bounds nothing. */
function bounds({ key, operator, values }: PolicyStatement['conditions'][number]): boolean {
  const { compare, negated, ifExists, over } = operator
  if (compare === undefined || negated || ifExists || over === 'all') return false
  return trustedKeys.has(key.toLowerCase()) && values.length > 0 && values.every(isFixed)
}

function isFixed(value: string): boolean {
  return !/[*?]|\$\{/.test(value)
}
