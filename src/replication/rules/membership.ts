/** When members of a global table can be added, changed and removed, in the service's sentences and order. */
import { resourceInUse, validation, type ServiceError } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { GlobalTable, GroupMember } from '../global-table.js'
import { sourceStaysMs } from '../limits.js'
import { unsettledMember } from '../members.js'

type Named = Pick<TableDefinition, 'name' | 'region'>

/** AWS: while a member is being added or removed, nothing else about the table can be changed. */
export function requireSettledGroup(group: GlobalTable | undefined): void {
  if (group !== undefined && unsettledMember(group) !== undefined) throw groupInUse()
}

export function groupInUse(): ServiceError {
  return resourceInUse('The resource which you are attempting to change is in use.')
}

/** For a change that is sent to a member whose table is being filled. */
export function requireAdded({ name, region, filling }: TableDefinition): void {
  if (filling?.kind === 'replica') throw stillBeingAdded({ name, region })
}

/** AWS: for time to live, which has no words of its own. */
export function requireNoneBeingAdded({ tableName: name, members }: GlobalTable): void {
  const added = members.find(isBeingAdded)
  if (added !== undefined) throw stillBeingAdded({ name, region: added.region })
}

function stillBeingAdded({ name, region }: Named): ServiceError {
  return validation(
    `Create/Update/Delete of replica is not allowed while the replica is being added to table with name: ‘${name}’ in region: ‘${region}’.`,
  )
}

/** `isTaken` is whether the region has a table of that name. */
export function requireAddable(
  table: Named,
  group: GlobalTable | undefined,
  region: string,
  isTaken: boolean,
): void {
  const member = group?.members.find((each) => each.region === region)
  if (member !== undefined && isBeingAdded(member)) throw alreadyExists(group!)
  if (member !== undefined || isTaken) throw replicaExists(table)
  requireSettledGroup(group)
}

function isBeingAdded({ state }: GroupMember): boolean {
  return state === 'adding' || state === 'filling' || state === 'catching-up'
}

function alreadyExists({ tableName, members }: GlobalTable): ServiceError {
  const regions = members.map(({ region }) => region).sort()
  return resourceInUse(
    `Global table with name: ${tableName} already exists with replicas in regions: ${regions.join(', ')}.`,
  )
}

function replicaExists({ name }: Named): ServiceError {
  return validation(
    `Failed to create a the new replica of table with name: ‘${name}’ because one or more replicas already existed as tables.`,
  )
}

/** The members in these regions. AWS: one that is only asked for is not listed yet, and none of them. */
export function requireMembers(
  group: GlobalTable | undefined,
  regions: readonly string[],
): readonly GroupMember[] {
  if (group === undefined) throw noReplica()
  const listed = group.members.filter(({ state }) => state !== 'adding')
  const missing = regions.filter((each) => !listed.some(({ region }) => region === each))
  if (missing.length > 0) {
    throw validation(
      `Update global table operation failed because one or more replicas were not part of the global table. Please retry the request without these replicas: [${missing.join(', ')}].`,
    )
  }
  return regions.map((each) => listed.find(({ region }) => region === each)!)
}

/** AWS: of a table without replicas. Terraform's provider takes it to mean that there is nothing left to delete. */
function noReplica(): ServiceError {
  return validation(
    'Replica specified in the Replica Update or Replica Delete action of the request was not found.',
  )
}

/** AWS: a region that new replicas were copied from stays for a day, as long as they do. */
export function requireNoRecentSource(
  group: GlobalTable,
  member: GroupMember,
  nowMs: number,
): void {
  const isRecent = group.members.some(
    ({ sourceRegion, addedAtMs }) =>
      sourceRegion === member.region && nowMs - addedAtMs < sourceStaysMs,
  )
  if (!isRecent) return
  throw validation(
    'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.',
  )
}

export function requireUnprotected({
  name,
  region,
  deletionProtection,
}: Pick<TableDefinition, 'name' | 'region' | 'deletionProtection'>): void {
  if (!deletionProtection) return
  throw validation(
    `Cannot delete table ${name} in region ${region} because it has deletion protection enabled. Disable deletion protection first.`,
  )
}

/** AWS: DeleteTable in the region of a member that is being added. */
export function beingUsed({ name }: Named): ServiceError {
  return resourceInUse(
    `Attempt to change a resource which is still in use: Table: ${name} is being used.`,
  )
}
