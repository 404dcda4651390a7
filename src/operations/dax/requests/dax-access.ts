/** What the operations of DAX touch, in IAM's terms. */
import { findCluster } from '../../../accelerator/clusters.js'
import { clusterArn, parseClusterArn, type DaxCluster } from '../../../accelerator/dax-cluster.js'
import { daxFault } from '../../../accelerator/dax-faults.js'
import { isOwn } from '../../../model/arn.js'
import type { Access } from '../../access.js'
import type { OperationContext } from '../../operation.js'

type DaxAction = `dax:${string}`

/** AWS: of the operations on clusters; those on groups and events cannot be limited to a resource. */
export async function onCluster(
  ctx: OperationContext,
  action: DaxAction,
  name: string,
  facts: Pick<Access, 'tags' | 'tagKeys'> = {},
): Promise<readonly Access[]> {
  return [await clusterAccess(ctx, action, name, facts)]
}

export async function clusterAccess(
  ctx: OperationContext,
  action: DaxAction,
  name: string,
  { tags = [], tagKeys }: Pick<Access, 'tags' | 'tagKeys'> = {},
): Promise<Access> {
  const cluster = await clusterNamed(ctx, name)
  return {
    action,
    resource: clusterArn(ctx.caller, name.toLowerCase()),
    ...(tags.length > 0 && { tags }),
    ...(tagKeys !== undefined && { tagKeys }),
    resourceTags: cluster?.tags ?? [],
  }
}

async function clusterNamed(ctx: OperationContext, name: string): Promise<DaxCluster | undefined> {
  const { caller, clock } = ctx
  const desk = await ctx.dax()
  return findCluster(await desk.find(caller), name, clock.now())
}

/** The cluster that is tagged: AWS names it by ARN, or by its name alone. */
export function taggedCluster({ caller }: Pick<OperationContext, 'caller'>, text: string): string {
  if (!text.startsWith('arn:')) return text
  const arn = parseClusterArn(text)
  if (arn !== undefined && isOwn(caller, arn)) return arn.name
  throw daxFault('InvalidARNFault', `The ARN is not that of a DAX cluster of yours: ${text}`)
}
