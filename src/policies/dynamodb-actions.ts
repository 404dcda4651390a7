/**
 * DynamoDB's actions as IAM names them: what each is done to, and which item keys a request for it
 * carries. Facts from AWS's service authorization reference of September 2026; bulk operations are not
 * in it and are taken to be named like their operations.
 */
export type ActionTarget = 'table' | 'index' | 'stream' | 'backup' | 'export' | 'import' | 'none'

export interface ActionFacts {
  readonly targets: readonly ActionTarget[]
  /** Keys of its own, without `dynamodb:`. */
  readonly keys: readonly string[]
}

/** AWS: the later names are for keys of several attributes; the first means the same as LeadingKeys. */
const partition = [
  'LeadingKeys',
  'FirstPartitionKeyValues',
  'SecondPartitionKeyValues',
  'ThirdPartitionKeyValues',
  'FourthPartitionKeyValues',
]
const item = ['Attributes', 'EnclosingOperation', ...partition, 'ReturnConsumedCapacity']
const read = ['Attributes', ...partition, 'ReturnConsumedCapacity', 'Select']
const statement = ['Attributes', 'EnclosingOperation', ...partition]

/** Sorted into groups that have their facts in common. */
const groups: readonly (readonly [names: string, facts: ActionFacts])[] = [
  ['GetItem', { targets: ['table'], keys: [...item, 'Select'] }],
  ['BatchGetItem', { targets: ['table'], keys: read }],
  [
    'BatchWriteItem',
    { targets: ['table'], keys: item.filter((key) => key !== 'EnclosingOperation') },
  ],
  ['PutItem UpdateItem DeleteItem', { targets: ['table'], keys: [...item, 'ReturnValues'] }],
  ['ConditionCheckItem', { targets: ['table'], keys: [...item, 'ReturnValues'] }],
  ['Query', { targets: ['table', 'index'], keys: [...read, 'ReturnValues'] }],
  [
    'Scan',
    {
      targets: ['table', 'index'],
      keys: ['Attributes', 'ReturnConsumedCapacity', 'ReturnValues', 'Select'],
    },
  ],
  [
    'PartiQLSelect',
    { targets: ['table', 'index'], keys: [...statement, 'FullTableScan', 'Select'] },
  ],
  ['PartiQLInsert', { targets: ['table'], keys: statement }],
  ['PartiQLUpdate PartiQLDelete', { targets: ['table'], keys: [...statement, 'ReturnValues'] }],
  ['SearchVectors', { targets: ['index'], keys: [] }],
  [
    'CreateTable UpdateTable DeleteTable DescribeTable DescribeTimeToLive UpdateTimeToLive ' +
      'DescribeContinuousBackups UpdateContinuousBackups CreateBackup RestoreTableToPointInTime ' +
      'ExportTableToPointInTime ImportTable StartBulkPutItems ' +
      'DescribeKinesisStreamingDestination EnableKinesisStreamingDestination ' +
      'DisableKinesisStreamingDestination UpdateKinesisStreamingDestination ' +
      'DescribeTableReplicaAutoScaling UpdateTableReplicaAutoScaling ' +
      'CreateTableReplica DeleteTableReplica AssociateTableReplica ReadDataForReplication ' +
      'WriteDataForReplication ReplicateSettings InjectError StartAwsBackupJob ' +
      'CreateGlobalTableWitness DeleteGlobalTableWitness UpdateGlobalTableVersion',
    { targets: ['table'], keys: [] },
  ],
  [
    'DescribeContributorInsights UpdateContributorInsights',
    { targets: ['table', 'index'], keys: [] },
  ],
  [
    'PutResourcePolicy GetResourcePolicy DeleteResourcePolicy ' +
      'TagResource UntagResource ListTagsOfResource',
    { targets: ['table', 'stream'], keys: [] },
  ],
  ['DescribeStream GetShardIterator GetRecords', { targets: ['stream'], keys: [] }],
  [
    'DescribeBackup DeleteBackup RestoreTableFromBackup RestoreTableFromAwsBackup',
    { targets: ['backup'], keys: [] },
  ],
  ['DescribeExport', { targets: ['export'], keys: [] }],
  ['DescribeImport', { targets: ['import'], keys: [] }],
  ['ListExports ListImports', { targets: ['table', 'none'], keys: [] }],
  [
    'CreateGlobalTable UpdateGlobalTable DescribeGlobalTable UpdateGlobalTableSettings ' +
      'DescribeGlobalTableSettings',
    { targets: ['table'], keys: [] },
  ],
  [
    'ListTables ListStreams ListBackups ListContributorInsights ListGlobalTables DescribeLimits ' +
      'DescribeEndpoints GetAbacStatus UpdateAbacStatus DescribeReservedCapacity ' +
      'DescribeReservedCapacityOfferings PurchaseReservedCapacityOfferings ' +
      'DescribeBulkOperation ListBulkOperations CancelBulkOperation',
    { targets: ['none'], keys: [] },
  ],
]

/** By the action's name, without `dynamodb:`. */
export const dynamodbActions: ReadonlyMap<string, ActionFacts> = new Map(
  groups.flatMap(([names, facts]) => names.split(' ').map((name) => [name, facts] as const)),
)

/** In lower case: keys that hold a list, whatever the request. */
const listKeys = new Set([
  'dynamodb:leadingkeys',
  'dynamodb:attributes',
  'dynamodb:firstpartitionkeyvalues',
  'dynamodb:secondpartitionkeyvalues',
  'dynamodb:thirdpartitionkeyvalues',
  'dynamodb:fourthpartitionkeyvalues',
  'aws:tagkeys',
  'aws:principalorgpaths',
  'aws:calledvia',
])

export function holdsList(key: string): boolean {
  return listKeys.has(key.toLowerCase())
}

const itemKeys = new Set(
  [...groups.flatMap(([, { keys }]) => keys)].map((key) => key.toLowerCase()),
)

/** The key's name without its prefix, if it is one that only requests for items carry. */
export function itemKeyIn(key: string): string | undefined {
  const [prefix, name = ''] = key.split(':')
  if (prefix?.toLowerCase() !== 'dynamodb') return undefined
  return itemKeys.has(name.toLowerCase()) ? name : undefined
}

export function carries({ keys }: ActionFacts, name: string): boolean {
  return keys.some((key) => key.toLowerCase() === name.toLowerCase())
}
