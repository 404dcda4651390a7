/** What DescribeTable tells of a member of a global table. */
import type {
  GlobalTableSettingsReplicationMode,
  ReplicaDescription,
  ReplicaGlobalSecondaryIndexDescription,
  ReplicaStatus,
  TableDescription,
} from '../../../api/generated/dynamodb-types.js'
import { stateOf } from '../../../catalog/life-cycle.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { tableArn } from '../../../model/arn.js'
import type { GlobalTable, IndexOverrides, MemberState } from '../../../replication/global-table.js'
import type { PlacedMember, TableMembership } from '../../../replication/global-tables.js'
import { followsSettings } from '../../../replication/members.js'
import { isAuthorised } from '../../../replication/replication-rights.js'
import type { OperationContext } from '../../operation.js'
import { tableDescription } from './table-description.js'

type Asking = Pick<OperationContext, 'globalTables' | 'clock'>

/** The description with what it is to the others. AWS: a table without replicas has none of this. */
export async function withReplicas(
  ctx: Asking,
  table: DescribedTable,
  description: TableDescription,
): Promise<TableDescription> {
  if (table.replica === undefined) return description
  const tables = await ctx.globalTables()
  const membership = await tables.membershipOf(table)
  if (membership === undefined) return description
  const others = await tables.othersOf(membership)
  const nowMs = ctx.clock.now()
  return {
    ...description,
    TableStatus: ownStatus(membership, description),
    GlobalTableVersion: '2019.11.21',
    Replicas: others.filter(isListed).map((other) => describeIn(membership, other, nowMs)),
    GlobalTableSettingsReplicationMode: modeOf(membership.group),
    ...(membership.group.accounts === 'several' ? {} : describeKind(membership, nowMs)),
  }
}

/** AWS: between accounts all settings follow, and nobody has others. */
function modeOf({ accounts }: GlobalTable): GlobalTableSettingsReplicationMode {
  return accounts === 'several' ? 'ENABLED' : 'ENABLED_WITH_OVERRIDES'
}

function describeKind(membership: TableMembership, nowMs: number): TableDescription {
  return membership.group.consistency === 'eventual'
    ? { DisassociationProtectionEnabled: membership.own.mayDisassociate !== true }
    : describeStrong(membership, nowMs)
}

/** A witness comes into being with the global table. */
function describeStrong({ group, table }: TableMembership, nowMs: number): TableDescription {
  const { witness, createdAtMs } = group
  const isNew = stateOf(table, nowMs) !== 'active' && table.transition?.startedAtMs === createdAtMs
  const status = isNew ? 'CREATING' : 'ACTIVE'
  return {
    MultiRegionConsistency: 'STRONG',
    ...(witness && {
      GlobalTableWitnesses: [{ RegionName: witness.region, WitnessStatus: status }],
    }),
  }
}

/** AWS: a table is UPDATING while one of its replicas is about to come or go, and once more before a new one is there. */
function ownStatus(
  { group, own }: TableMembership,
  { TableStatus }: TableDescription,
): TableDescription['TableStatus'] {
  if (!isAuthorised(own) && TableStatus === 'ACTIVE') return 'REPLICATION_NOT_AUTHORIZED'
  const isChanging = group.members.some(
    ({ state, id }) => statesOfUpdate.has(state) || (state === 'disassociating' && id === own.id),
  )
  return isChanging && TableStatus === 'ACTIVE' ? 'UPDATING' : TableStatus
}

const statesOfUpdate: ReadonlySet<MemberState> = new Set(['adding', 'catching-up', 'leaving'])

/** AWS: an entry is there some time after it was asked for. */
function isListed({ member }: PlacedMember): boolean {
  return member.state !== 'adding'
}

/** One that is elsewhere tells when it has what all share. */
function describeIn(
  { group }: TableMembership,
  other: PlacedMember,
  nowMs: number,
): ReplicaDescription {
  const { member } = other
  const described = {
    ...describeReplica(other, nowMs),
    ...(group.accounts === 'several' && { ReplicaArn: tableArn(member, group.tableName) }),
    GlobalTableSettingsReplicationMode: modeOf(group),
  }
  if (described.ReplicaStatus !== 'ACTIVE' || !member.isElsewhere) return described
  return followsSettings(group, member) ? described : { ...described, ReplicaStatus: 'UPDATING' }
}

function describeReplica({ member, table }: PlacedMember, nowMs: number): ReplicaDescription {
  const { overrides = {}, region } = member
  const described = table && tableDescription(table, nowMs)
  const status = replicaStatusOf({ member, table }, nowMs)
  const key = described?.SSEDescription?.KMSMasterKeyArn ?? overrides.kmsKeyArn
  const warm = described?.WarmThroughput
  const indexes = (described?.GlobalSecondaryIndexes ?? []).map((index) =>
    describeIndex(index, overrides.indexes?.[index.IndexName!]),
  )
  return {
    RegionName: region,
    ReplicaStatus: status,
    ...(key !== undefined && { KMSMasterKeyId: key }),
    ...describeReads(overrides),
    ...(warm && { WarmThroughput: warm }),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...(overrides.tableClass !== undefined && {
      ReplicaTableClassSummary: described?.TableClassSummary ?? {
        TableClass: overrides.tableClass as 'STANDARD',
      },
    }),
  }
}

export function replicaStatusOf({ member, table }: PlacedMember, nowMs: number): ReplicaStatus {
  if (!isAuthorised(member)) return 'REPLICATION_NOT_AUTHORIZED'
  switch (member.state) {
    case 'adding':
    case 'filling':
    case 'catching-up':
      return 'CREATING'
    case 'removing':
      return 'DELETING'
    default:
      return servingStatus(table, nowMs)
  }
}

/** The table of a strongly consistent member is there from the start. */
function servingStatus(table: DescribedTable | undefined, nowMs: number): ReplicaStatus {
  const state = table && stateOf(table, nowMs)
  if (state === 'creating') return 'CREATING'
  return state === 'updating' ? 'UPDATING' : 'ACTIVE'
}

/** AWS: overrides are shown only where they were set. */
function describeReads({ readUnits, onDemandReadUnitsMax }: IndexOverrides) {
  return {
    ...(readUnits !== undefined && {
      ProvisionedThroughputOverride: { ReadCapacityUnits: readUnits },
    }),
    ...(onDemandReadUnitsMax !== undefined && {
      OnDemandThroughputOverride: { MaxReadRequestUnits: onDemandReadUnitsMax },
    }),
  }
}

function describeIndex(
  index: NonNullable<TableDescription['GlobalSecondaryIndexes']>[number],
  overrides: IndexOverrides = {},
): ReplicaGlobalSecondaryIndexDescription {
  return {
    IndexName: index.IndexName!,
    ...describeReads(overrides),
    ...(index.WarmThroughput && { WarmThroughput: index.WarmThroughput }),
  }
}
