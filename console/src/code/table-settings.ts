/**
 * What makes a table the way it is, as the request that would create it again and the calls that follow it.
 * Everything that prints a table as code starts here. Items, times and sizes are no part of it.
 */
import type {
  BillingMode,
  ContinuousBackupsDescription,
  CreateTableInput,
  GlobalSecondaryIndex,
  GlobalSecondaryIndexDescription,
  KinesisDataStreamDestination,
  LocalSecondaryIndex,
  LocalSecondaryIndexDescription,
  OnDemandThroughput,
  Projection,
  ProvisionedThroughput,
  ProvisionedThroughputDescription,
  SSEDescription,
  SSESpecification,
  TableDescription,
  Tag,
  TimeToLiveDescription,
  VectorIndex,
  VectorIndexDescription,
  WarmThroughput,
} from '../api/generated/dynamodb-types.js'

export interface TableSettings {
  readonly create: CreateTableInput
  /** The attribute that says when an item expires. */
  readonly ttlAttribute?: string | undefined
  readonly recovery?: RecoverySetting | undefined
  readonly kinesis?: readonly KinesisSetting[]
  /** Parts of the table that no language here writes, each named for a comment. */
  readonly leftOut?: readonly string[]
}

export interface RecoverySetting {
  readonly days?: number | undefined
}

export interface KinesisSetting {
  readonly streamArn: string
  readonly precision?: 'MILLISECOND' | 'MICROSECOND' | undefined
}

/** Answers about one table. Only the description is needed. */
export interface TableAnswers {
  readonly description: TableDescription
  readonly timeToLive?: TimeToLiveDescription | undefined
  readonly tags?: readonly Tag[] | undefined
  readonly continuousBackups?: ContinuousBackupsDescription | undefined
  readonly kinesis?: readonly KinesisDataStreamDestination[] | undefined
  readonly resourcePolicy?: string | undefined
}

export function settingsOfTable(answers: TableAnswers): TableSettings {
  return {
    create: createInputOf(answers),
    ttlAttribute: ttlAttributeOf(answers.timeToLive),
    recovery: recoveryOf(answers.continuousBackups),
    kinesis: (answers.kinesis ?? []).flatMap(kinesisOf),
    leftOut: leftOutOf(answers.description),
  }
}

function createInputOf({ description, tags = [], resourcePolicy }: TableAnswers): CreateTableInput {
  const billing = billingModeOf(description)
  const local = description.LocalSecondaryIndexes ?? []
  const global = description.GlobalSecondaryIndexes ?? []
  const vector = description.VectorIndexes ?? []
  return withoutAbsent({
    TableName: description.TableName ?? '',
    AttributeDefinitions: description.AttributeDefinitions ?? [],
    KeySchema: description.KeySchema ?? [],
    LocalSecondaryIndexes: local.length === 0 ? undefined : local.map(localIndexOf),
    GlobalSecondaryIndexes:
      global.length === 0 ? undefined : global.map((index) => globalIndexOf(index, billing)),
    VectorIndexes: vector.length === 0 ? undefined : vector.map(vectorIndexOf),
    BillingMode: billing,
    ...throughputOf(description, billing),
    StreamSpecification:
      description.StreamSpecification?.StreamEnabled === true
        ? description.StreamSpecification
        : undefined,
    SSESpecification: encryptionOf(description.SSEDescription),
    TableClass: description.TableClassSummary?.TableClass,
    DeletionProtectionEnabled: description.DeletionProtectionEnabled === true ? true : undefined,
    Tags: tags.length === 0 ? undefined : tags,
    ResourcePolicy: resourcePolicy,
  })
}

/** AWS: a table that was never on demand has no summary. */
export function billingModeOf(description: TableDescription): BillingMode {
  return description.BillingModeSummary?.BillingMode ?? 'PROVISIONED'
}

function localIndexOf({
  IndexName = '',
  KeySchema = [],
  Projection = {},
}: LocalSecondaryIndexDescription): LocalSecondaryIndex {
  return { IndexName, KeySchema, Projection: projectionOf(Projection) }
}

function globalIndexOf(
  index: GlobalSecondaryIndexDescription,
  billing: BillingMode,
): GlobalSecondaryIndex {
  return withoutAbsent({
    IndexName: index.IndexName ?? '',
    KeySchema: index.KeySchema ?? [],
    Projection: projectionOf(index.Projection ?? {}),
    ...throughputOf(index, billing),
  })
}

function vectorIndexOf(index: VectorIndexDescription): VectorIndex {
  return withoutAbsent({
    IndexName: index.IndexName ?? '',
    VectorAttribute: index.VectorAttribute ?? { AttributeName: '' },
    Dimensions: index.Dimensions ?? 0,
    DistanceFunction: index.DistanceFunction ?? '',
    Projection: projectionOf(index.Projection ?? {}),
    SearchSchema: index.SearchSchema?.length === 0 ? undefined : index.SearchSchema,
  })
}

function projectionOf({ ProjectionType, NonKeyAttributes }: Projection): Projection {
  return withoutAbsent({
    ProjectionType,
    NonKeyAttributes: ProjectionType === 'INCLUDE' ? NonKeyAttributes : undefined,
  })
}

interface DescribedThroughput {
  readonly ProvisionedThroughput?: ProvisionedThroughputDescription
  readonly OnDemandThroughput?: OnDemandThroughput
  readonly WarmThroughput?: WarmThroughput
}

function throughputOf(described: DescribedThroughput, billing: BillingMode) {
  const { ReadCapacityUnits = 0, WriteCapacityUnits = 0 } = described.ProvisionedThroughput ?? {}
  const provisioned: ProvisionedThroughput = { ReadCapacityUnits, WriteCapacityUnits }
  const least = billing === 'PROVISIONED' ? provisioned : onDemandFromTheStart
  return {
    ProvisionedThroughput: billing === 'PROVISIONED' ? provisioned : undefined,
    OnDemandThroughput: billing === 'PROVISIONED' ? undefined : maximumsOf(described),
    WarmThroughput: warmBeyond(described.WarmThroughput, least),
  }
}

/** What every table on demand can serve from its first second. */
const onDemandFromTheStart: ProvisionedThroughput = {
  ReadCapacityUnits: 12_000,
  WriteCapacityUnits: 4_000,
}

/** AWS: every table says its warm throughput. Only what goes beyond that of its billing was asked for. */
function warmBeyond(
  warm: WarmThroughput | undefined,
  least: ProvisionedThroughput,
): WarmThroughput | undefined {
  const { ReadUnitsPerSecond = 0, WriteUnitsPerSecond = 0 } = warm ?? {}
  const isMore =
    ReadUnitsPerSecond > least.ReadCapacityUnits || WriteUnitsPerSecond > least.WriteCapacityUnits
  return isMore ? { ReadUnitsPerSecond, WriteUnitsPerSecond } : undefined
}

/** AWS: -1 means that there is no maximum. */
function maximumsOf({ OnDemandThroughput }: DescribedThroughput): OnDemandThroughput | undefined {
  const { MaxReadRequestUnits = -1, MaxWriteRequestUnits = -1 } = OnDemandThroughput ?? {}
  if (MaxReadRequestUnits < 0 && MaxWriteRequestUnits < 0) return undefined
  return withoutAbsent({
    MaxReadRequestUnits: MaxReadRequestUnits < 0 ? undefined : MaxReadRequestUnits,
    MaxWriteRequestUnits: MaxWriteRequestUnits < 0 ? undefined : MaxWriteRequestUnits,
  })
}

function encryptionOf(described: SSEDescription | undefined): SSESpecification | undefined {
  if (described === undefined || described.Status === 'DISABLED') return undefined
  return withoutAbsent({
    Enabled: true,
    SSEType: described.SSEType,
    KMSMasterKeyId: described.KMSMasterKeyArn,
  })
}

function ttlAttributeOf(described: TimeToLiveDescription | undefined): string | undefined {
  const isOn =
    described?.TimeToLiveStatus === 'ENABLED' || described?.TimeToLiveStatus === 'ENABLING'
  return isOn ? described.AttributeName : undefined
}

function recoveryOf(
  described: ContinuousBackupsDescription | undefined,
): RecoverySetting | undefined {
  const recovery = described?.PointInTimeRecoveryDescription
  if (recovery?.PointInTimeRecoveryStatus !== 'ENABLED') return undefined
  return { days: recovery.RecoveryPeriodInDays }
}

function kinesisOf(destination: KinesisDataStreamDestination): readonly KinesisSetting[] {
  const { StreamArn, DestinationStatus, ApproximateCreationDateTimePrecision } = destination
  const isOn = DestinationStatus === 'ACTIVE' || DestinationStatus === 'ENABLING'
  if (!isOn || StreamArn === undefined) return []
  return [{ streamArn: StreamArn, precision: ApproximateCreationDateTimePrecision }]
}

function leftOutOf({ Replicas = [] }: TableDescription): readonly string[] {
  return Replicas.map(({ RegionName }) => `the replica in ${RegionName ?? 'another region'}`)
}

/** Members that are undefined would be printed by some languages and not by others. */
function withoutAbsent<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<T>
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}
