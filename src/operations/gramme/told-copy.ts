/** A global table as another deployment tells it, and as this one answers. */
import type { ExchangeGlobalTableOutput } from '../../api/generated/gramme-types.js'
import type { OwnCopy, ToldGroup } from '../../replication/merge-groups.js'
import { groupText, readGroupText } from '../../replication/told-group.js'
import { validation } from '../../model/errors.js'

interface CopyInput {
  readonly TableName: string
  readonly DeploymentId: string
  readonly Group: string
}

/** Rights are those on the table that is named, so it has to be the one that is told about. */
export function readCopy({ TableName, DeploymentId, Group }: CopyInput): OwnCopy {
  const group = readGroupText(Group)
  if (group.tableName !== TableName) throw validation('Group is that of another table.')
  return { deploymentId: DeploymentId, group }
}

export function describeCopy({ deploymentId, group }: ToldGroup): ExchangeGlobalTableOutput {
  return { DeploymentId: deploymentId, ...(group !== undefined && { Group: groupText(group) }) }
}
