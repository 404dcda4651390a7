/** The operations that manage DAX, loaded with the first call of one of them. */
import type { Operation } from '../operation.js'
import { createCluster } from './create-cluster.js'
import { createParameterGroup } from './create-parameter-group.js'
import { createSubnetGroup } from './create-subnet-group.js'
import { decreaseReplicationFactor } from './decrease-replication-factor.js'
import { deleteCluster } from './delete-cluster.js'
import { deleteParameterGroup } from './delete-parameter-group.js'
import { deleteSubnetGroup } from './delete-subnet-group.js'
import { describeClusters } from './describe-clusters.js'
import { describeDefaultParameters } from './describe-default-parameters.js'
import { describeEvents } from './describe-events.js'
import { describeParameterGroups } from './describe-parameter-groups.js'
import { describeParameters } from './describe-parameters.js'
import { describeSubnetGroups } from './describe-subnet-groups.js'
import { increaseReplicationFactor } from './increase-replication-factor.js'
import { listDaxTags } from './list-tags.js'
import { rebootNode } from './reboot-node.js'
import { tagDaxResource } from './tag-resource.js'
import { untagDaxResource } from './untag-resource.js'
import { updateCluster } from './update-cluster.js'
import { updateParameterGroup } from './update-parameter-group.js'
import { updateSubnetGroup } from './update-subnet-group.js'

export const daxOperations: readonly Operation[] = [
  createCluster,
  createParameterGroup,
  createSubnetGroup,
  decreaseReplicationFactor,
  deleteCluster,
  deleteParameterGroup,
  deleteSubnetGroup,
  describeClusters,
  describeDefaultParameters,
  describeEvents,
  describeParameterGroups,
  describeParameters,
  describeSubnetGroups,
  increaseReplicationFactor,
  listDaxTags,
  rebootNode,
  tagDaxResource,
  untagDaxResource,
  updateCluster,
  updateParameterGroup,
  updateSubnetGroup,
]
