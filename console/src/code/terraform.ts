/** A table as Terraform's aws_dynamodb_table, with the resources that belong to it. */
import type {
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  OnDemandThroughput,
  ProvisionedThroughput,
  WarmThroughput,
} from '../api/generated/dynamodb-types.js'
import {
  HclReference,
  hclExpression,
  printHcl,
  type HclArgument,
  type HclBlock,
  type HclValue,
} from './hcl.js'
import type { KinesisSetting, TableSettings } from './table-settings.js'
import { withoutVectors } from './without-vectors.js'

export function terraformOf(whole: TableSettings): string {
  const settings = withoutVectors(whole)
  const label = terraformLabel(settings.create.TableName)
  const resources = [
    tableOf(settings, label),
    ...kinesisOf(settings, label),
    ...policyOf(settings, label),
  ]
  const notes = [
    ...(settings.leftOut ?? []).map((part) => `# Not in this configuration: ${part}.\n`),
    ...versionNote(settings),
  ]
  return notes.join('') + resources.map((resource) => printHcl(resource)).join('\n')
}

/** Both came with version 6 of the provider. */
function versionNote({ create }: TableSettings): readonly string[] {
  const indexes = create.GlobalSecondaryIndexes ?? []
  const hasWarm = [create, ...indexes].some((part) => part.WarmThroughput !== undefined)
  const isWide = indexes.some(({ KeySchema }) => isMultiAttribute(KeySchema))
  const needed = [...(isWide ? ['key_schema'] : []), ...(hasWarm ? ['warm_throughput'] : [])]
  if (needed.length === 0) return []
  return [`# ${needed.join(' and ')}: since version 6 of the AWS provider.\n`]
}

function tableOf(settings: TableSettings, label: string): HclBlock {
  const { create } = settings
  const { hash, range } = keysOf(create.KeySchema ?? [])
  const stream = create.StreamSpecification
  return {
    head: `resource "aws_dynamodb_table" "${label}"`,
    body: [
      argument('name', create.TableName),
      argument('billing_mode', create.BillingMode),
      argument('hash_key', hash[0]),
      argument('range_key', range[0]),
      ...capacityOf(create.ProvisionedThroughput),
      argument('stream_enabled', stream?.StreamEnabled === true ? true : undefined),
      argument(
        'stream_view_type',
        stream?.StreamEnabled === true ? stream.StreamViewType : undefined,
      ),
      argument('table_class', create.TableClass),
      argument('deletion_protection_enabled', create.DeletionProtectionEnabled),
      argument('tags', tagsOf(settings)),
      ...(create.AttributeDefinitions ?? []).map(({ AttributeName, AttributeType }) =>
        block('attribute', { name: AttributeName, type: AttributeType }),
      ),
      ...(create.LocalSecondaryIndexes ?? []).map(localIndexOf),
      ...(create.GlobalSecondaryIndexes ?? []).map(globalIndexOf),
      ...onDemandOf(create.OnDemandThroughput),
      ...warmOf(create.WarmThroughput),
      ...optionalBlocks(settings),
    ],
  }
}

function optionalBlocks({ create, ttlAttribute, recovery }: TableSettings): readonly HclBlock[] {
  const encryption = create.SSESpecification
  return [
    ...(ttlAttribute === undefined
      ? []
      : [block('ttl', { attribute_name: ttlAttribute, enabled: true })]),
    ...(recovery === undefined
      ? []
      : [
          block('point_in_time_recovery', {
            enabled: true,
            recovery_period_in_days: recovery.days,
          }),
        ]),
    ...(encryption === undefined
      ? []
      : [
          block('server_side_encryption', {
            enabled: encryption.Enabled ?? false,
            kms_key_arn: encryption.KMSMasterKeyId,
          }),
        ]),
  ]
}

function localIndexOf({ IndexName, KeySchema, Projection }: LocalSecondaryIndex): HclBlock {
  return block('local_secondary_index', {
    name: IndexName,
    range_key: keysOf(KeySchema).range[0],
    projection_type: Projection.ProjectionType ?? 'ALL',
    non_key_attributes: Projection.NonKeyAttributes,
  })
}

function globalIndexOf(index: GlobalSecondaryIndex): HclBlock {
  const { hash, range } = keysOf(index.KeySchema)
  const isWide = isMultiAttribute(index.KeySchema)
  return {
    head: 'global_secondary_index',
    body: [
      argument('name', index.IndexName),
      argument('hash_key', isWide ? undefined : hash[0]),
      argument('range_key', isWide ? undefined : range[0]),
      argument('projection_type', index.Projection.ProjectionType ?? 'ALL'),
      argument('non_key_attributes', index.Projection.NonKeyAttributes),
      ...capacityOf(index.ProvisionedThroughput),
      ...(isWide ? index.KeySchema.map(keyElement) : []),
      ...onDemandOf(index.OnDemandThroughput),
      ...warmOf(index.WarmThroughput),
    ],
  }
}

function keyElement({ AttributeName, KeyType }: KeySchemaElement): HclBlock {
  return block('key_schema', { attribute_name: AttributeName, key_type: KeyType })
}

function capacityOf(throughput: ProvisionedThroughput | undefined): readonly HclArgument[] {
  return [
    argument('read_capacity', throughput?.ReadCapacityUnits),
    argument('write_capacity', throughput?.WriteCapacityUnits),
  ]
}

function onDemandOf(maximums: OnDemandThroughput | undefined): readonly HclBlock[] {
  if (maximums === undefined) return []
  return [
    block('on_demand_throughput', {
      max_read_request_units: maximums.MaxReadRequestUnits,
      max_write_request_units: maximums.MaxWriteRequestUnits,
    }),
  ]
}

function warmOf(warm: WarmThroughput | undefined): readonly HclBlock[] {
  if (warm === undefined) return []
  return [
    block('warm_throughput', {
      read_units_per_second: warm.ReadUnitsPerSecond,
      write_units_per_second: warm.WriteUnitsPerSecond,
    }),
  ]
}

function kinesisOf({ kinesis = [] }: TableSettings, label: string): readonly HclBlock[] {
  const suffixed = (index: number) => (index === 0 ? label : `${label}_${index + 1}`)
  return kinesis.map(({ streamArn, precision }: KinesisSetting, index) => ({
    head: `resource "aws_dynamodb_kinesis_streaming_destination" "${suffixed(index)}"`,
    body: [
      argument('stream_arn', streamArn),
      argument('table_name', new HclReference(`aws_dynamodb_table.${label}.name`)),
      argument('approximate_creation_date_time_precision', precision),
    ],
  }))
}

function policyOf({ create }: TableSettings, label: string): readonly HclBlock[] {
  if (create.ResourcePolicy === undefined) return []
  return [
    {
      head: `resource "aws_dynamodb_resource_policy" "${label}"`,
      body: [
        argument('resource_arn', new HclReference(`aws_dynamodb_table.${label}.arn`)),
        argument('policy', policyValue(create.ResourcePolicy)),
      ],
    },
  ]
}

/** While it is being typed a policy may be no JSON yet. */
function policyValue(policy: string): HclValue {
  try {
    const document = hclExpression(JSON.parse(policy) as HclValue, 1)
    return new HclReference(`jsonencode(${document})`)
  } catch {
    return policy
  }
}

function tagsOf({ create }: TableSettings): HclValue | undefined {
  if (create.Tags === undefined) return undefined
  return Object.fromEntries(create.Tags.map(({ Key, Value }) => [Key, Value]))
}

interface KeyNames {
  readonly hash: readonly string[]
  readonly range: readonly string[]
}

function keysOf(schema: readonly KeySchemaElement[]): KeyNames {
  const named = (type: string) =>
    schema.filter(({ KeyType }) => KeyType === type).map(({ AttributeName }) => AttributeName)
  return { hash: named('HASH'), range: named('RANGE') }
}

function isMultiAttribute(schema: readonly KeySchemaElement[]): boolean {
  const { hash, range } = keysOf(schema)
  return hash.length > 1 || range.length > 1
}

/** Letters, digits, underscores and hyphens, and no digit first. */
export function terraformLabel(tableName: string): string {
  const label = tableName.replace(/[^\w-]/g, '_')
  return /^[A-Za-z_]/.test(label) ? label : `table_${label}`
}

function argument(name: string, value: HclValue | undefined): HclArgument {
  return { name, value }
}

function block(head: string, members: Readonly<Record<string, HclValue | undefined>>): HclBlock {
  return { head, body: Object.entries(members).map(([name, value]) => argument(name, value)) }
}
