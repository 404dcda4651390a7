/** UpdateCluster: changes what a cluster is described with, and its parameter group. */
import { withChangedCluster } from '../../accelerator/clusters.js'
import type { DaxCluster, NotificationTopic } from '../../accelerator/dax-cluster.js'
import { invalidDaxValue } from '../../accelerator/dax-faults.js'
import { requireParameterGroup } from '../../accelerator/parameter-groups.js'
import type { UpdateClusterRequest } from '../../api/generated/dax-types.js'
import { operation } from '../operation.js'
import { readSecurityGroups } from './create-cluster.js'
import { changeHoldings } from './requests/change-holdings.js'
import { onCluster } from './requests/dax-access.js'
import { readArn, readDaxDescription, readMaintenanceWindow } from './requests/read-names.js'
import { describeCluster } from './shapes/described.js'

type Change = Partial<
  Pick<DaxCluster, 'description' | 'maintenanceWindow' | 'securityGroups' | 'parameterGroup'>
>

interface Wanted {
  readonly name: string
  readonly change: Change
  readonly topicArn: string | undefined
  readonly topicStatus: string | undefined
}

export const updateCluster = operation('dax.UpdateCluster', {
  read: readWanted,

  access: (ctx, { name }) => onCluster(ctx, 'dax:UpdateCluster', name),

  async run(ctx, wanted) {
    const { name, change } = wanted
    const changed = await changeHoldings(ctx, (before, times) => {
      const { parameterGroup } = change
      const group = parameterGroup && requireParameterGroup(before, parameterGroup).name
      const { holdings, cluster } = withChangedCluster(before, name, times, (old) => {
        const { topic, ...rest } = old
        const after = topicAfter(topic, wanted)
        return {
          ...rest,
          ...change,
          ...(group !== undefined && { parameterGroup: group }),
          ...(after !== undefined && { topic: after }),
        }
      })
      return { holdings, result: cluster }
    })
    return { output: { Cluster: await describeCluster(ctx, changed) } }
  },
})

function readWanted(input: UpdateClusterRequest): Wanted {
  const { ClusterName: name, SecurityGroupIds: groups, ParameterGroupName: group } = input
  const { PreferredMaintenanceWindow: window, NotificationTopicStatus: topicStatus } = input
  const { NotificationTopicArn: topicArn } = input
  const description = readDaxDescription(input.Description)
  const change: Change = {
    ...(description !== undefined && { description }),
    ...(window !== undefined && { maintenanceWindow: readMaintenanceWindow(window) }),
    ...(groups !== undefined && { securityGroups: readSecurityGroups(groups) }),
    ...(group !== undefined && { parameterGroup: group }),
  }
  const isEmpty = topicArn === undefined && topicStatus === undefined
  if (isEmpty && Object.keys(change).length === 0) {
    throw invalidDaxValue('No changes were requested.')
  }
  if (topicStatus !== undefined && !['active', 'inactive'].includes(topicStatus)) {
    throw invalidDaxValue('NotificationTopicStatus must be active or inactive.')
  }
  // Terraform sends an empty ARN for none.
  return { name, change, topicArn: topicArn && readArn(topicArn), topicStatus }
}

function topicAfter(
  before: NotificationTopic | undefined,
  { topicArn, topicStatus }: Wanted,
): NotificationTopic | undefined {
  const arn = topicArn || before?.arn
  if (arn === undefined) return undefined
  const isNew = topicArn !== undefined && topicArn !== ''
  return { arn, status: topicStatus ?? (isNew ? 'active' : (before?.status ?? 'active')) }
}
