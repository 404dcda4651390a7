/** What UpdateTableReplicaAutoScaling asks for, checked as far as that needs no table. */
import type {
  AutoScalingSettingsUpdate,
  ReplicaAutoScalingUpdate,
  UpdateTableReplicaAutoScalingInput,
} from '../../../api/generated/dynamodb-types.js'
import { validation, type ServiceError } from '../../../model/errors.js'

/** One setting for the table or an index, in one region or in all. */
export interface ScalingUpdate {
  readonly kind: 'Read' | 'Write'
  /** Absent for all. */
  readonly region?: string
  readonly indexName?: string
  readonly settings: AutoScalingSettingsUpdate
}

/** Throws the sentence for the first fault. */
export function readScalingUpdates(
  tableName: string,
  input: UpdateTableReplicaAutoScalingInput,
): readonly ScalingUpdate[] {
  const replicas = input.ReplicaUpdates ?? []
  refuseRepeated(tableName, replicas)
  const updates = [...writesIn(input), ...replicas.flatMap((each) => readsIn(tableName, each))]
  if (updates.length === 0) throw nothingToUpdate(tableName)
  for (const { settings } of updates) checkSettings(tableName, settings)
  return updates
}

function* writesIn(input: UpdateTableReplicaAutoScalingInput): Generator<ScalingUpdate> {
  const { ProvisionedWriteCapacityAutoScalingUpdate: ofTable } = input
  if (ofTable !== undefined) yield { kind: 'Write', settings: ofTable }
  for (const { IndexName: indexName, ...update } of input.GlobalSecondaryIndexUpdates ?? []) {
    const settings = update.ProvisionedWriteCapacityAutoScalingUpdate
    if (settings !== undefined && indexName !== undefined)
      yield { kind: 'Write', indexName, settings }
  }
}

function readsIn(tableName: string, replica: ReplicaAutoScalingUpdate): readonly ScalingUpdate[] {
  const { RegionName: region } = replica
  const { ReplicaProvisionedReadCapacityAutoScalingUpdate: ofTable } = replica
  const reads: ScalingUpdate[] = ofTable ? [{ kind: 'Read', region, settings: ofTable }] : []
  for (const { IndexName: indexName, ...update } of replica.ReplicaGlobalSecondaryIndexUpdates ??
    []) {
    const settings = update.ProvisionedReadCapacityAutoScalingUpdate
    if (settings !== undefined && indexName !== undefined)
      reads.push({ kind: 'Read', region, indexName, settings })
  }
  if (reads.length === 0) throw nothingToUpdate(tableName, region)
  return reads
}

function refuseRepeated(tableName: string, replicas: readonly ReplicaAutoScalingUpdate[]): void {
  const regions = replicas.map(({ RegionName }) => RegionName)
  const repeated = regions.filter((region, at) => regions.indexOf(region) < at)
  if (repeated.length === 0) return
  const list = [...new Set(repeated)].join(', ')
  throw validation(
    `${failedFor(tableName)} because the regions: ‘[${list}]’ were specified more than once.`,
  )
}

function nothingToUpdate(tableName: string, region?: string): ServiceError {
  const where = region === undefined ? '' : ` for region: ‘${region}’`
  return validation(
    `${failedFor(tableName)} because at least one update parameter must be specified${where}.`,
  )
}

/** AWS: in this order in its sentences. */
const settingNames = ['MaximumUnits', 'ScalingPolicyUpdate', 'MinimumUnits'] as const

function checkSettings(tableName: string, settings: AutoScalingSettingsUpdate): void {
  const isDisabling = settings.AutoScalingDisabled === true
  const wrong = settingNames.filter((name) => (settings[name] !== undefined) === isDisabling)
  if (wrong.length === 0) return
  const list = wrong.map((name) => `'${name}'`).join(', ')
  throw validation(
    isDisabling
      ? // AWS: without the first colon.
        `Failed to update settings for global table with name ‘${tableName}’: Parameters ${list} must be left blank when disabling auto scaling.`
      : `${failedFor(tableName)}: Parameters ${list} are required unless auto scaling is being disabled.`,
  )
}

export function failedFor(tableName: string): string {
  return `Failed to update settings for global table with name: ‘${tableName}’`
}
