/** What policies of tables say about the service that replicates them between accounts. */
import { tableArn } from '../../model/arn.js'
import { decideAmong } from '../../policies/evaluate.js'
import type { Principal } from '../../policies/principal.js'
import { shortlistOf } from '../../policies/shortlist.js'
import type { MayReplicate } from '../../replication/replication-rights.js'
import type { Clock } from '../../stdx/clock.js'
import type { ResourceRightsCache } from '../../catalog/resource-rights.js'

const service = 'replication.dynamodb.amazonaws.com'
const principal: Principal = { kind: 'service', name: service }

export function replicationRights(
  resources: Pick<ResourceRightsCache, 'find'>,
  clock: Clock,
): MayReplicate {
  return async ({ action, tableName, member, other }) => {
    const resource = tableArn(member, tableName)
    const { policy } = await resources.find(resource)
    const question = { principal, action: `dynamodb:${action}`, resource }
    const shortlist = shortlistOf(question, {
      identity: [],
      resource: policy,
      resourceAccount: member.account,
    })
    const keys = new Map([
      ['aws:sourceaccount', other.account],
      ['aws:sourcearn', tableArn(other, tableName)],
      ['aws:principalisawsservice', 'true'],
      ['aws:principalservicename', service],
      ['aws:resourceaccount', member.account],
      ['aws:currenttime', new Date(clock.now()).toISOString()],
    ])
    return decideAmong(shortlist, { get: (key) => keys.get(key) }).kind === 'allowed'
  }
}
