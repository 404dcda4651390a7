/**
 * Of two faults in one CreateTable, the earlier check answers; the rows follow the service's order.
 */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import {
  attribute,
  composite,
  hash,
  partitionOnly,
  projectAll,
  provisioned,
  range,
} from '../../../support/tables.js'

const client = await connect()
const existing = await client.createTable(partitionOnly())
const base = { TableName: newTableName(), ...composite() }
const { failure, failures, invalid } = say
const provisionedWithout = { BillingMode: 'PROVISIONED' }
const missingThroughput = invalid(
  'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
)
const undefinedKeys: Json = { AttributeDefinitions: [attribute('pk', 'S')] }
const noDefinition = 'Invalid KeySchema: Some index key attribute have no definition'
const index = (name: string, ...KeySchema: readonly Json[]): Json => ({
  IndexName: name,
  KeySchema,
  Projection: projectAll,
})

describe('CreateTable reports', () => {
  checkRefusals(client, 'CreateTable', base, [
    [
      'broken constraints together, in its own order',
      {
        TableName: 'a!c',
        AttributeDefinitions: [attribute('pk', 'X')],
        BillingMode: 'X',
        KeySchema: [],
      },
      failures(
        failure('X', 'attributeDefinitions.1.member.attributeType', say.enums.attributeType),
        failure('a!c', 'tableName', say.namePattern),
        failure('X', 'billingMode', say.enums.billingMode),
        failure('[]', 'keySchema', say.lengthAtLeast(1)),
      ),
    ],
    [
      'the type of a definition before its name',
      { AttributeDefinitions: [{}] },
      failures(
        failure(null, 'attributeDefinitions.1.member.attributeType', say.notNull),
        failure(null, 'attributeDefinitions.1.member.attributeName', say.notNull),
      ),
    ],
    [
      'an empty key of encryption',
      { SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: '' } },
      failures(failure('', 'sSESpecification.kMSMasterKeyId', say.lengthAtLeast(1))),
    ],
    [
      'global indexes before local ones among constraints',
      {
        LocalSecondaryIndexes: [index('l1', hash('pk'), range('l'))],
        GlobalSecondaryIndexes: [index('g1', hash('g'))],
      },
      failures(
        failure('g1', 'globalSecondaryIndexes.1.member.indexName', say.lengthAtLeast(3)),
        failure('l1', 'localSecondaryIndexes.1.member.indexName', say.lengthAtLeast(3)),
      ),
    ],
    [
      'at most ten broken constraints',
      { AttributeDefinitions: Array.from({ length: 12 }, (_, n) => attribute(`a${n}`, 'X')) },
      /^10 validation errors detected: /,
    ],
    [
      'constraints before throughput',
      { ...provisionedWithout, KeySchema: [] },
      failures(failure('[]', 'keySchema', say.lengthAtLeast(1))),
    ],
    ['throughput before keys', { ...provisionedWithout, ...undefinedKeys }, missingThroughput],
    [
      'the bounds of throughput before keys',
      { BillingMode: null, ...provisioned(1000000000001, 1), ...undefinedKeys },
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
    [
      'keys without definition before their types',
      { ...undefinedKeys, KeySchema: [range('pk'), hash('sk')] },
      noDefinition,
    ],
    [
      'keys before local indexes',
      { KeySchema: [range('pk'), hash('sk')], LocalSecondaryIndexes: [] },
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      'a definition that is given twice before keys',
      {
        AttributeDefinitions: [attribute('pk', 'S'), attribute('pk', 'S')],
        KeySchema: [range('pk'), hash('sk')],
      },
      'Attribute Name is duplicated: pk',
    ],
    ...(
      [
        ['an empty list', []],
        ['an undefined key', [index('global', hash('nowhere'))]],
        ['a repeated name', [index('global', hash('pk')), index('global', hash('pk'))]],
        ['a projection without type', [{ ...index('global', hash('pk')), Projection: {} }]],
        ['throughput on demand', [{ ...index('global', hash('pk')), ...provisioned(1, 1) }]],
      ] as const
    ).map(([fault, GlobalSecondaryIndexes]): Refusal => [
      `an unused definition before ${fault} of global indexes`,
      {
        AttributeDefinitions: ['pk', 'sk', 'extra'].map((name) => attribute(name, 'S')),
        GlobalSecondaryIndexes,
      },
      /^One or more parameter values were invalid: Some AttributeDefinitions are not used\. /,
    ]),
    [
      'local indexes before global ones',
      { LocalSecondaryIndexes: [], GlobalSecondaryIndexes: [] },
      invalid('List of LocalSecondaryIndexes is empty'),
    ],
    [
      'global indexes before streams',
      {
        GlobalSecondaryIndexes: [],
        StreamSpecification: { StreamEnabled: false, StreamViewType: 'NEW_IMAGE' },
      },
      invalid('List of GlobalSecondaryIndexes is empty'),
    ],
    [
      'all checks of the request before the table exists',
      { TableName: existing, ...provisionedWithout },
      missingThroughput,
    ],
  ])
})
