import { describe } from 'node:test'
import {
  anEnum,
  check,
  failed,
  lengthMax,
  lengthMin,
  missing,
  nameConstraint,
  valueMax,
  valueMin,
} from './constraint-rows-suite.js'

const missingTableName = "The parameter 'TableName' is required but was not present in the request"
const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/people'

describe('names of tables on table operations', () => {
  const rest = { TimeToLiveSpecification: { Enabled: true, AttributeName: 'a' } }
  for (const operation of [
    'UpdateTable',
    'DeleteTable',
    'DescribeTable',
    'DescribeTimeToLive',
    'UpdateTimeToLive',
  ]) {
    check(operation, [
      [rest, missingTableName],
      [
        { TableName: '', ...rest },
        failed('', 'tableName', lengthMin(3)),
        failed('', 'tableName', nameConstraint),
      ],
      [
        { TableName: 'a;', ...rest },
        failed('a;', 'tableName', lengthMin(3)),
        failed('a;', 'tableName', nameConstraint),
      ],
      [{ TableName: 'ab', ...rest }, failed('ab', 'tableName', lengthMin(3))],
      [
        { TableName: 'a'.repeat(256), ...rest },
        failed('a'.repeat(256), 'tableName', lengthMax(255)),
      ],
      [{ TableName: 'abc;', ...rest }, failed('abc;', 'tableName', nameConstraint)],
      [{ TableName: 'abc', ...rest }, undefined],
      [{ TableName: 'a'.repeat(255), ...rest }, undefined],
      [{ TableName: arn, ...rest }, undefined],
    ])
  }
})

describe('tables', () => {
  const element = { AttributeName: 'a', KeyType: 'HASH' }
  const printedElement = 'KeySchemaElement(attributeName=a, keyType=HASH)'
  const defined = { AttributeDefinitions: [], KeySchema: [element] }
  const projection = { ProjectionType: 'ALL' }
  const units = (units: number) => ({ ReadCapacityUnits: units, WriteCapacityUnits: units })

  check('CreateTable', [
    [{}, missingTableName],
    [{ KeySchema: [] }, missingTableName],
    [{ TableName: 'abc' }, missing('attributeDefinitions'), missing('keySchema')],
    [{ TableName: 'abc', GlobalTableSourceArn: arn }, undefined],
    [{ TableName: 'abc', ...defined }, undefined],
    [
      { TableName: '', ...defined },
      failed('', 'tableName', nameConstraint),
      failed('', 'tableName', lengthMin(3)),
    ],
    [{ TableName: 'ab', ...defined }, failed('ab', 'tableName', lengthMin(3))],
    [
      { TableName: 'a'.repeat(256), ...defined },
      failed('a'.repeat(256), 'tableName', lengthMax(255)),
    ],
    [
      {
        VectorIndexes: [{ IndexName: 'ab', Dimensions: 0, DistanceFunction: 'hi' }],
        KeySchema: [],
        ProvisionedThroughput: units(-1),
        BillingMode: 'hi',
        TableName: 'abc;',
        AttributeDefinitions: [{ AttributeName: 'a', AttributeType: 'SS' }, {}],
      },
      failed('SS', 'attributeDefinitions.1.member.attributeType', anEnum('B, N, S')),
      missing('attributeDefinitions.2.member.attributeType'),
      missing('attributeDefinitions.2.member.attributeName'),
      failed('abc;', 'tableName', nameConstraint),
      failed('hi', 'billingMode', anEnum('PROVISIONED, PAY_PER_REQUEST')),
      failed('-1', 'provisionedThroughput.writeCapacityUnits', valueMin(1)),
      failed('-1', 'provisionedThroughput.readCapacityUnits', valueMin(1)),
      failed('[]', 'keySchema', lengthMin(1)),
      failed('ab', 'vectorIndexes.1.member.indexName', lengthMin(3)),
      failed('0', 'vectorIndexes.1.member.dimensions', valueMin(1)),
    ],
    [
      {
        TableName: 'abc',
        AttributeDefinitions: [],
        KeySchema: [element, { KeyType: 'RANGE' }, { AttributeName: '', KeyType: 'Woop' }],
      },
      failed(
        `[${printedElement}, KeySchemaElement(attributeName=null, keyType=RANGE), KeySchemaElement(attributeName=, keyType=Woop)]`,
        'keySchema',
        lengthMax(2),
      ),
      missing('keySchema.2.member.attributeName'),
      failed('', 'keySchema.3.member.attributeName', lengthMin(1)),
      failed('Woop', 'keySchema.3.member.keyType', anEnum('HASH, RANGE')),
    ],
    [
      {
        TableName: 'abc',
        ...defined,
        LocalSecondaryIndexes: [{}],
        GlobalSecondaryIndexes: [
          { IndexName: 'a;', KeySchema: [], ProvisionedThroughput: {} },
          { IndexName: 'abc', KeySchema: [element], Projection: { ProjectionType: 'hi' } },
        ],
      },
      failed('[]', 'globalSecondaryIndexes.1.member.keySchema', lengthMin(1)),
      missing('globalSecondaryIndexes.1.member.projection'),
      failed('a;', 'globalSecondaryIndexes.1.member.indexName', lengthMin(3)),
      failed('a;', 'globalSecondaryIndexes.1.member.indexName', nameConstraint),
      missing('globalSecondaryIndexes.1.member.provisionedThroughput.writeCapacityUnits'),
      missing('globalSecondaryIndexes.1.member.provisionedThroughput.readCapacityUnits'),
      failed(
        'hi',
        'globalSecondaryIndexes.2.member.projection.projectionType',
        anEnum('ALL, INCLUDE, KEYS_ONLY'),
      ),
      missing('localSecondaryIndexes.1.member.indexName'),
      missing('localSecondaryIndexes.1.member.keySchema'),
      missing('localSecondaryIndexes.1.member.projection'),
    ],
    [
      {
        TableName: 'abc',
        ...defined,
        GlobalSecondaryIndexes: [
          { IndexName: 'abc', KeySchema: Array(3).fill(element), Projection: projection },
        ],
        LocalSecondaryIndexes: [
          {
            IndexName: 'a'.repeat(256),
            KeySchema: [element],
            Projection: { NonKeyAttributes: [] },
          },
        ],
      },
      failed('a'.repeat(256), 'localSecondaryIndexes.1.member.indexName', lengthMax(255)),
      failed('[]', 'localSecondaryIndexes.1.member.projection.nonKeyAttributes', lengthMin(1)),
    ],
    [
      { TableName: 'abc', AttributeDefinitions: [], KeySchema: [null] },
      missing('keySchema.1.member'),
    ],
    [{ TableName: 'abc', ...defined, Tags: [{ Key: '', Value: 'a'.repeat(257) }] }, undefined],
    [
      {
        TableName: 'abc',
        ...defined,
        StreamSpecification: { StreamViewType: 'hi' },
        SSESpecification: { SSEType: 'hi' },
      },
      missing('streamSpecification.streamEnabled'),
      failed(
        'hi',
        'streamSpecification.streamViewType',
        anEnum('OLD_IMAGE, KEYS_ONLY, NEW_AND_OLD_IMAGES, NEW_IMAGE'),
      ),
      failed('hi', 'sSESpecification.sSEType', anEnum('AES256, KMS')),
    ],
  ])
  check('UpdateTable', [
    [{ TableName: 'a;c', BillingMode: 'hi' }, failed('a;c', 'tableName', nameConstraint)],
    [
      {
        TableName: 'abc',
        BillingMode: 'hi',
        GlobalSecondaryIndexUpdates: [{ Delete: {} }, { Update: { IndexName: 'a' } }],
        VectorIndexUpdates: [{ Delete: { IndexName: 'a' } }],
        ProvisionedThroughput: {},
      },
      missing('provisionedThroughput.writeCapacityUnits'),
      missing('provisionedThroughput.readCapacityUnits'),
      missing('globalSecondaryIndexUpdates.1.member.delete.indexName'),
      failed('a', 'globalSecondaryIndexUpdates.2.member.update.indexName', lengthMin(3)),
      failed('a', 'vectorIndexUpdates.1.member.delete.indexName', lengthMin(3)),
      failed('hi', 'billingMode', anEnum('PROVISIONED, PAY_PER_REQUEST')),
    ],
    [{ TableName: 'abc', GlobalSecondaryIndexUpdates: [{}] }, undefined],
  ])
  check('ListTables', [
    [
      { Limit: 101, ExclusiveStartTableName: 'a;' },
      failed('a;', 'exclusiveStartTableName', nameConstraint),
      failed('a;', 'exclusiveStartTableName', lengthMin(3)),
      failed('101', 'limit', valueMax(100)),
    ],
    [{ Limit: 0 }, failed('0', 'limit', valueMin(1))],
    [{ Limit: 100, ExclusiveStartTableName: 'abc' }, undefined],
    [{}, undefined],
  ])
  check('UpdateTimeToLive', [
    [{ TableName: 'abc' }, missing('timeToLiveSpecification')],
    [
      { TableName: 'abc', TimeToLiveSpecification: {} },
      missing('timeToLiveSpecification.attributeName'),
      missing('timeToLiveSpecification.enabled'),
    ],
    [
      { TableName: 'abc', TimeToLiveSpecification: { Enabled: true, AttributeName: '' } },
      failed('', 'timeToLiveSpecification.attributeName', lengthMin(1)),
    ],
    [
      {
        TableName: 'abc',
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'a'.repeat(255) },
      },
      undefined,
    ],
  ])
  check('DescribeLimits', [[{}, undefined]])
  check('DescribeEndpoints', [[{}, undefined]])
})

describe('tags', () => {
  check('TagResource', [
    [{}, 'Invalid TableArn'],
    [{ ResourceArn: 'nonsense' }, undefined],
    [{ ResourceArn: arn }, missing('tags')],
    [{ ResourceArn: arn, Tags: [] }, undefined],
    [{ ResourceArn: arn, Tags: [{ Key: 'a'.repeat(129) }] }, undefined],
  ])
  check('UntagResource', [
    [{}, 'Invalid TableArn'],
    [{ ResourceArn: arn }, missing('tagKeys')],
    [{ ResourceArn: arn, TagKeys: [''] }, undefined],
  ])
  check('ListTagsOfResource', [
    [{}, 'Invalid TableArn'],
    [{ ResourceArn: arn }, undefined],
  ])
})
