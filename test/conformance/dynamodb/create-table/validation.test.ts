/** Refused CreateTable requests: a row for each sentence of its checks. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import {
  attribute,
  composite,
  hash,
  onDemand,
  partitionOnly,
  projectAll,
  provisioned,
  range,
} from '../../../support/tables.js'

const client = await connect()
const existing = await client.createTable(partitionOnly())
const base = { TableName: newTableName(), ...composite() }
const { failure, failures, invalid } = say

const definitions = (...names: readonly string[]): Json => ({
  AttributeDefinitions: names.map((name) => attribute(name, 'S')),
})
const localIndex = (change: Json = {}): Json => ({
  IndexName: 'local',
  KeySchema: [hash('pk'), range('l')],
  Projection: projectAll,
  ...change,
})
const globalIndex = (change: Json = {}): Json => ({
  IndexName: 'global',
  KeySchema: [hash('g')],
  Projection: projectAll,
  ...change,
})
const locals = (...list: readonly Json[]): Json => ({
  ...definitions('pk', 'sk', 'l'),
  LocalSecondaryIndexes: list,
})
const globals = (...list: readonly Json[]): Json => ({
  ...definitions('pk', 'sk', 'g'),
  GlobalSecondaryIndexes: list,
})

describe('CreateTable refuses by constraint', () => {
  checkRefusals(client, 'CreateTable', base, [
    ['a missing table name', { TableName: null }, say.tableNameRequired],
    [
      'a table name of two characters',
      { TableName: 'ab' },
      failures(failure('ab', 'tableName', say.lengthAtLeast(3))),
    ],
    [
      'a table name of two characters, one of them bad',
      { TableName: 'a!' },
      failures(
        failure('a!', 'tableName', say.namePattern),
        failure('a!', 'tableName', say.lengthAtLeast(3)),
      ),
    ],
    [
      'a table name with a bad character',
      { TableName: 'abc;' },
      failures(failure('abc;', 'tableName', say.namePattern)),
    ],
    [
      'a table name of 256 characters',
      { TableName: 'a'.repeat(256) },
      failures(failure('a'.repeat(256), 'tableName', say.lengthAtMost(255))),
    ],
    [
      'an empty key schema',
      { KeySchema: [] },
      failures(failure('[]', 'keySchema', say.lengthAtLeast(1))),
    ],
    [
      'three keys',
      { ...definitions('a', 'b', 'c'), KeySchema: [hash('a'), range('b'), range('c')] },
      failures(
        failure(
          '[KeySchemaElement(attributeName=a, keyType=HASH), KeySchemaElement(attributeName=b, keyType=RANGE), KeySchemaElement(attributeName=c, keyType=RANGE)]',
          'keySchema',
          say.lengthAtMost(2),
        ),
      ),
    ],
    [
      'an unknown key type',
      { KeySchema: [{ AttributeName: 'pk', KeyType: 'SORT' }] },
      failures(failure('SORT', 'keySchema.1.member.keyType', say.enums.keyType)),
    ],
    [
      'a key without a name',
      { KeySchema: [{ KeyType: 'HASH' }] },
      failures(failure(null, 'keySchema.1.member.attributeName', say.notNull)),
    ],
    [
      'a key name of 256 characters',
      { KeySchema: [hash('k'.repeat(256))] },
      failures(failure('k'.repeat(256), 'keySchema.1.member.attributeName', say.lengthAtMost(255))),
    ],
    [
      'an unknown attribute type',
      { AttributeDefinitions: [attribute('pk', 'S'), attribute('sk', 'BOOL')] },
      failures(
        failure('BOOL', 'attributeDefinitions.2.member.attributeType', say.enums.attributeType),
      ),
    ],
    [
      'an unknown billing mode',
      { BillingMode: 'FREE' },
      failures(failure('FREE', 'billingMode', say.enums.billingMode)),
    ],
    ['an unknown table class', { TableClass: 'COLD' }, say.unknownTableClass],
    [
      'throughput below one, writes before reads',
      { BillingMode: null, ...provisioned(0, -1) },
      failures(
        failure('-1', 'provisionedThroughput.writeCapacityUnits', say.valueAtLeast(1)),
        failure('0', 'provisionedThroughput.readCapacityUnits', say.valueAtLeast(1)),
      ),
    ],
    [
      'a short index name',
      globals(globalIndex({ IndexName: 'ab' })),
      failures(failure('ab', 'globalSecondaryIndexes.1.member.indexName', say.lengthAtLeast(3))),
    ],
    [
      'an empty index name, by its length first',
      globals(globalIndex({ IndexName: '' })),
      failures(
        failure('', 'globalSecondaryIndexes.1.member.indexName', say.lengthAtLeast(3)),
        failure('', 'globalSecondaryIndexes.1.member.indexName', say.namePattern),
      ),
    ],
    [
      'a bad index name',
      locals(localIndex({ IndexName: 'a b c' })),
      failures(failure('a b c', 'localSecondaryIndexes.1.member.indexName', say.namePattern)),
    ],
    [
      'an unknown key type deep in an index',
      globals(globalIndex({ KeySchema: [hash('g'), { AttributeName: 'sk', KeyType: 'X' }] })),
      failures(
        failure(
          'X',
          'globalSecondaryIndexes.1.member.keySchema.2.member.keyType',
          say.enums.keyType,
        ),
      ),
    ],
    [
      'an unknown projection type',
      globals(globalIndex({ Projection: { ProjectionType: 'SOME' } })),
      failures(
        failure(
          'SOME',
          'globalSecondaryIndexes.1.member.projection.projectionType',
          say.enums.projectionType,
        ),
      ),
    ],
    [
      'an index without a projection',
      locals(localIndex({ Projection: null })),
      failures(failure(null, 'localSecondaryIndexes.1.member.projection', say.notNull)),
    ],
    [
      'an empty list of projected attributes',
      globals(globalIndex({ Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [] } })),
      failures(
        failure(
          '[]',
          'globalSecondaryIndexes.1.member.projection.nonKeyAttributes',
          say.lengthAtLeast(1),
        ),
      ),
    ],
    [
      'an unknown stream view',
      { StreamSpecification: { StreamEnabled: true, StreamViewType: 'X' } },
      /^1 validation error detected: Value 'X' at 'streamSpecification\.streamViewType' failed to satisfy constraint: Member must satisfy enum value set: \[.*\]$/,
    ],
  ])
})

describe('CreateTable refuses throughput', () => {
  checkRefusals(client, 'CreateTable', base, [
    [
      'on demand',
      provisioned(1, 1),
      invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      ),
    ],
    ...([{ BillingMode: 'PROVISIONED' }, { BillingMode: null }] as const).map((mode): Refusal => [
      `missing when the mode is ${String(mode.BillingMode)}`,
      mode,
      invalid(
        'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
      ),
    ]),
    [
      'beyond bounds, reads',
      { BillingMode: null, ...provisioned(1000000000001, 1000000000001) },
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
    [
      'beyond bounds, writes',
      { BillingMode: null, ...provisioned(1, 1000000000001) },
      'Given value 1000000000001 for WriteCapacityUnits is out of bounds',
    ],
    [
      'of an index on demand',
      globals(globalIndex(provisioned(1, 1))),
      /(ProvisionedThroughput should not be specified|Neither ReadCapacityUnits nor WriteCapacityUnits can be specified) for index: global when BillingMode is PAY_PER_REQUEST$/,
    ],
    [
      'limits of on-demand throughput for a provisioned table',
      {
        BillingMode: null,
        ...provisioned(1, 1),
        OnDemandThroughput: { MaxReadRequestUnits: 1, MaxWriteRequestUnits: 1 },
      },
      invalid(
        'MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.',
      ),
    ],
    [
      'limits of on-demand throughput below one',
      { OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 0 } },
      invalid(
        'Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range',
      ),
    ],
    [
      'warm throughput below the initial one',
      { WarmThroughput: { ReadUnitsPerSecond: 1, WriteUnitsPerSecond: 4000 } },
      invalid(
        'Requested ReadUnitsPerSecond for WarmThroughput for table is lower than initial throughput for OnDemand. See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial',
      ),
    ],
    [
      'the removal of a maximum that a new table does not have',
      { OnDemandThroughput: { MaxReadRequestUnits: -1 } },
      invalid(
        'Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range',
      ),
    ],
    [
      'warm throughput below the provisioned one',
      {
        BillingMode: null,
        ...provisioned(5, 5),
        WarmThroughput: { ReadUnitsPerSecond: 5, WriteUnitsPerSecond: 4 },
      },
      /Requested WriteUnitsPerSecond for WarmThroughput for table is lower than WriteCapacityUnits of ProvisionedThroughput/,
    ],
  ])
})

describe('CreateTable refuses keys', () => {
  const keys = (...KeySchema: readonly Json[]): Json => ({ KeySchema })
  checkRefusals(client, 'CreateTable', base, [
    [
      'more than are defined',
      { ...definitions('pk'), ...keys(hash('pk'), range('sk')) },
      'Invalid KeySchema: Some index key attribute have no definition',
    ],
    [
      'that are not defined',
      { ...definitions('a', 'b'), ...keys(hash('pk'), range('b')) },
      // AWS: the order inside the brackets is that of a hash set.
      /^One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions\. Keys: \[(pk, b|b, pk)\], AttributeDefinitions: \[(a, b|b, a)\]$/,
    ],
    [
      'of the same name',
      { ...definitions('pk', 'sk'), ...keys(hash('pk'), range('pk')) },
      /Both the Hash Key and the Range Key element in the KeySchema have the same name|Invalid KeySchema/,
    ],
    [
      'that begin with RANGE',
      keys(range('pk'), hash('sk')),
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      'of two HASH',
      keys(hash('pk'), hash('sk')),
      'Invalid KeySchema: The second KeySchemaElement is not a RANGE key type',
    ],
    [
      'of which one is defined twice',
      { ...definitions('pk', 'sk', 'pk') },
      'Attribute Name is duplicated: pk',
    ],
    [
      'of which one is defined twice, with two types',
      { AttributeDefinitions: [attribute('pk', 'S'), attribute('sk', 'S'), attribute('sk', 'N')] },
      'Attribute Name is duplicated: sk',
    ],
    [
      'fewer than are defined',
      { ...definitions('pk', 'sk', 'extra') },
      invalid(
        'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
      ),
    ],
  ])
})

describe('CreateTable refuses local indexes', () => {
  checkRefusals(client, 'CreateTable', base, [
    [
      'an empty list',
      { LocalSecondaryIndexes: [] },
      invalid('List of LocalSecondaryIndexes is empty'),
    ],
    [
      'on a table without a sort key',
      { ...definitions('pk', 'l'), KeySchema: [hash('pk')], LocalSecondaryIndexes: [localIndex()] },
      invalid(
        'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
      ),
    ],
    [
      'on an attribute that is not defined',
      {
        ...definitions('pk', 'sk'),
        LocalSecondaryIndexes: [localIndex({ KeySchema: [hash('pk'), range('nowhere')] })],
      },
      /Some index key attributes are not defined in AttributeDefinitions\. Keys: \[(pk, nowhere|nowhere, pk)\], AttributeDefinitions: \[.*\]$/,
    ],
    [
      'without a sort key',
      {
        ...definitions('pk', 'sk'),
        LocalSecondaryIndexes: [localIndex({ KeySchema: [hash('pk')] })],
      },
      invalid('Index KeySchema does not have a range key for index: local'),
    ],
    [
      'on another partition key',
      locals(localIndex({ KeySchema: [hash('sk'), range('l')] })),
      invalid(
        'Index KeySchema does not have the same leading hash key as table KeySchema for index: local. index hash key: sk, table hash key: pk',
      ),
    ],
    [
      'with RANGE first',
      locals(localIndex({ KeySchema: [range('pk'), range('l')] })),
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      'of the same name',
      locals(localIndex(), localIndex()),
      invalid('Duplicate index name: local'),
    ],
    [
      'more than five',
      {
        ...definitions('pk', 'sk', ...Array.from({ length: 6 }, (_, n) => `l${n}`)),
        LocalSecondaryIndexes: Array.from({ length: 6 }, (_, n) =>
          localIndex({ IndexName: `local${n}`, KeySchema: [hash('pk'), range(`l${n}`)] }),
        ),
      },
      /Number of LocalSecondaryIndexes exceeds per-table limit of 5$/,
    ],
  ])
})

describe('CreateTable refuses global indexes', () => {
  checkRefusals(client, 'CreateTable', base, [
    [
      'an empty list',
      { GlobalSecondaryIndexes: [] },
      invalid('List of GlobalSecondaryIndexes is empty'),
    ],
    [
      'on an attribute that is not defined',
      {
        ...definitions('pk', 'sk'),
        GlobalSecondaryIndexes: [globalIndex({ KeySchema: [hash('nowhere')] })],
      },
      /Some index key attributes are not defined in AttributeDefinitions\. Keys: \[nowhere\], AttributeDefinitions: \[.*\]$/,
    ],
    [
      'of the same name',
      globals(globalIndex(), globalIndex()),
      invalid('Duplicate index name: global'),
    ],
    [
      'of the name of a local one',
      {
        ...definitions('pk', 'sk', 'l', 'g'),
        LocalSecondaryIndexes: [localIndex({ IndexName: 'same' })],
        GlobalSecondaryIndexes: [globalIndex({ IndexName: 'same' })],
      },
      invalid('Duplicate index name: same'),
    ],
    [
      'without throughput on a provisioned table',
      { BillingMode: null, ...provisioned(1, 1), ...globals(globalIndex()) },
      /ProvisionedThroughput|ReadCapacityUnits/,
    ],
    [
      'more than twenty',
      {
        ...definitions('pk', 'sk', ...Array.from({ length: 21 }, (_, n) => `g${n}`)),
        GlobalSecondaryIndexes: Array.from({ length: 21 }, (_, n) =>
          globalIndex({ IndexName: `global${n}`, KeySchema: [hash(`g${n}`)] }),
        ),
      },
      /GlobalSecondaryIndex count exceeds the per-table limit of 20$/,
    ],
    [
      'that leave a definition unused',
      { ...definitions('pk', 'sk', 'g', 'extra'), GlobalSecondaryIndexes: [globalIndex()] },
      /^One or more parameter values were invalid: Some AttributeDefinitions are not used\. AttributeDefinitions: \[.*extra.*\], keys used: \[.*\]$/,
    ],
    [
      'that leave definitions unused, printed in the order of hash sets',
      {
        ...definitions('pk', 'sk', 'a', 'b', 'c'),
        GlobalSecondaryIndexes: [globalIndex({ KeySchema: [hash('a')] })],
      },
      invalid(
        'Some AttributeDefinitions are not used. AttributeDefinitions: [sk, a, b, pk, c], keys used: [a, sk, pk]',
      ),
    ],
    [
      'whose key is not defined, with the definitions in the order of a hash set',
      { GlobalSecondaryIndexes: [globalIndex({ KeySchema: [hash('q')] })] },
      invalid(
        'Some index key attributes are not defined in AttributeDefinitions. Keys: [q], AttributeDefinitions: [sk, pk]',
      ),
    ],
  ])
})

describe('CreateTable refuses a projection', () => {
  const projected = (Projection: Json): Json => globals(globalIndex({ Projection }))
  checkRefusals(client, 'CreateTable', base, [
    ['of no type', projected({}), invalid('Unknown ProjectionType: null')],
    [
      'of ALL and then some',
      projected({ ProjectionType: 'ALL', NonKeyAttributes: ['a'] }),
      invalid('ProjectionType is ALL, but NonKeyAttributes is specified'),
    ],
    [
      'of KEYS_ONLY and then some',
      projected({ ProjectionType: 'KEYS_ONLY', NonKeyAttributes: ['a'] }),
      invalid('ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified'),
    ],
    [
      'of INCLUDE without attributes',
      projected({ ProjectionType: 'INCLUDE' }),
      invalid('ProjectionType is INCLUDE, but NonKeyAttributes is not specified'),
    ],
    [
      'of an attribute twice',
      projected({ ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'a'] }),
      /./,
    ],
    [
      'of more than 100 attributes',
      projected({
        ProjectionType: 'INCLUDE',
        NonKeyAttributes: Array.from({ length: 101 }, (_, n) => `a${n}`),
      }),
      /./,
    ],
  ])
})

describe('CreateTable refuses', () => {
  checkRefusals(client, 'CreateTable', base, [
    [
      'a view of a stream that is disabled',
      { StreamSpecification: { StreamEnabled: false, StreamViewType: 'NEW_IMAGE' } },
      invalid(
        'Table is being created with a stream disabled, UpdateViewType should not be specified',
      ),
    ],
    [
      'a stream without a view',
      { StreamSpecification: { StreamEnabled: true } },
      invalid('Table is being created with a stream enabled, UpdateViewType is required'),
    ],
    [
      'a table that exists',
      { TableName: existing },
      `Table already exists: ${existing}`,
      'ResourceInUseException',
    ],
    [
      'a table that exists, whatever its shape',
      { TableName: existing, ...partitionOnly('N') },
      `Table already exists: ${existing}`,
      'ResourceInUseException',
    ],
    ['no keys at all', { ...onDemand, AttributeDefinitions: null, KeySchema: null }, /./],
  ])
})
