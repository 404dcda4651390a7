import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkConstraints } from './check-constraints.js'
import { decodeInput } from './decode-input.js'
import { findOperation } from './services.js'

/** Undefined where the constraints have nothing against the body. */
function refusal(operation: string, body: unknown): string | undefined {
  const services = ['DynamoDB_20120810', 'DynamoDBStreams_20120810']
  const service = services.find((name) => findOperation(name, operation) !== undefined)!
  const input = decodeInput(service, operation, JSON.parse(JSON.stringify(body)))
  try {
    checkConstraints(service, operation, input)
    return undefined
  } catch (error) {
    assert.equal((error as { type?: string }).type, 'ValidationException')
    return (error as Error).message
  }
}

type Row = readonly [body: unknown, ...expected: (string | undefined)[]]

/** Rows expect the gathered failures, one sentence alone, or (undefined) nothing. */
function check(operation: string, rows: readonly Row[]): void {
  it(operation, () => {
    for (const [body, ...expected] of rows) {
      assert.equal(
        refusal(operation, body),
        messageOf(expected),
        JSON.stringify(body).slice(0, 300),
      )
    }
  })
}

function messageOf(expected: readonly (string | undefined)[]): string | undefined {
  const [first] = expected
  if (first === undefined || !first.startsWith('Value ')) return first
  const errors = expected.length === 1 ? 'error' : 'errors'
  return `${expected.length} validation ${errors} detected: ${expected.join('; ')}`
}

function failed(value: string, path: string, constraint: string): string {
  return `Value '${value}' at '${path}' failed to satisfy constraint: ${constraint}`
}

function missing(path: string): string {
  return `Value null at '${path}' failed to satisfy constraint: Member must not be null`
}

function unprinted(path: string, constraint: string): string {
  return `Value at '${path}' failed to satisfy constraint: ${constraint}`
}

const lengthMin = (n: number) => `Member must have length greater than or equal to ${n}`
const lengthMax = (n: number) => `Member must have length less than or equal to ${n}`
const valueMin = (n: number) => `Member must have value greater than or equal to ${n}`
const valueMax = (n: number) => `Member must have value less than or equal to ${n}`
const nameConstraint = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+'
const anEnum = (values: string) => `Member must satisfy enum value set: [${values}]`

const missingTableName = "The parameter 'TableName' is required but was not present in the request"
const tableNameLength =
  'TableName must be at least 3 characters long and at most 255 characters long'
const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/people'
const key = { id: { S: 'a' } }

const badCapacity = failed('hi', 'returnConsumedCapacity', anEnum('INDEXES, TOTAL, NONE'))
const badReturnValues = failed(
  'hi',
  'returnValues',
  anEnum('ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW'),
)
const badMetrics = failed('hi', 'returnItemCollectionMetrics', anEnum('SIZE, NONE'))
const badEnums = {
  ReturnItemCollectionMetrics: 'hi',
  ReturnConsumedCapacity: 'hi',
  ReturnValues: 'hi',
}

describe('names of tables on item operations', () => {
  const rows: readonly (readonly [name: string | null, ...failures: string[]])[] = [
    [null, missing('tableName')],
    ['', failed('', 'tableName', lengthMin(1))],
    ['a', failed('a', 'tableName', lengthMin(3))],
    ['a;', failed('a;', 'tableName', nameConstraint), failed('a;', 'tableName', lengthMin(3))],
    ['abc;', failed('abc;', 'tableName', nameConstraint)],
    ['abc\n', failed('abc\n', 'tableName', nameConstraint)],
    ['a'.repeat(256), failed('a'.repeat(256), 'tableName', lengthMax(255))],
    [`arn:${'a'.repeat(1021)}`, failed(`arn:${'a'.repeat(1021)}`, 'tableName', lengthMax(1024))],
  ]
  const good = ['abc', 'a'.repeat(255), '__proto__', 'A_b.c-9', arn, `arn:${'a'.repeat(1020)}`]
  for (const [operation, rest] of [
    ['GetItem', { Key: key }],
    ['PutItem', { Item: key }],
    ['UpdateItem', { Key: key }],
    ['DeleteItem', { Key: key }],
  ] as const) {
    check(operation, [
      ...rows.map(([name, ...failures]): Row => [{ TableName: name, ...rest }, ...failures]),
      ...good.map((name): Row => [{ TableName: name, ...rest }, undefined]),
    ])
  }
})

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
      [{ TableName: '', ...rest }, tableNameLength],
      [{ TableName: 'a;', ...rest }, tableNameLength],
      [{ TableName: 'a'.repeat(256), ...rest }, tableNameLength],
      [{ TableName: 'abc;', ...rest }, failed('abc;', 'tableName', nameConstraint)],
      [{ TableName: 'abc', ...rest }, undefined],
      [{ TableName: 'a'.repeat(255), ...rest }, undefined],
      [{ TableName: arn, ...rest }, undefined],
    ])
  }
})

describe('order and gathering on items', () => {
  const badOperator = failed('hi', 'conditionalOperator', anEnum('OR, AND'))
  const comparisons =
    'IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS'
  const badComparison = (path: string) => failed('hi', path, anEnum(comparisons))

  check('PutItem', [
    [{ TableName: 'a;c', ...badEnums }, failed('a;c', 'tableName', nameConstraint)],
    [{ TableName: 'abc', ...badEnums }, missing('item'), badCapacity, badReturnValues, badMetrics],
    [
      {
        TableName: 'abc',
        Item: {},
        Expected: { a: { ComparisonOperator: 'hi' } },
        ConditionalOperator: 'hi',
        ReturnValuesOnConditionCheckFailure: 'hi',
      },
      badOperator,
      badComparison('expected.a.member.comparisonOperator'),
      failed('hi', 'returnValuesOnConditionCheckFailure', anEnum('ALL_OLD, NONE')),
    ],
    [{ TableName: 'abc', Item: {}, ReturnValues: 'UPDATED_NEW' }, undefined],
  ])
  check('UpdateItem', [
    [{ TableName: 'a;c', ...badEnums }, failed('a;c', 'tableName', nameConstraint)],
    [{ TableName: 'abc', ...badEnums }, missing('key')],
    [{ TableName: 'abc', Key: key, ...badEnums }, badReturnValues],
    [{ TableName: 'abc', Key: key, ...badEnums, ReturnValues: 'NONE' }, badCapacity],
    [
      { TableName: 'abc', Key: key, AttributeUpdates: { 'a.b': { Action: 'hi' } } },
      failed('hi', 'attributeUpdates.a.b.member.action', anEnum('ADD, PUT, DELETE')),
    ],
  ])
  check('DeleteItem', [
    [
      { TableName: 'a;c', ...badEnums },
      failed('a;c', 'tableName', nameConstraint),
      missing('key'),
      badCapacity,
      badReturnValues,
      badMetrics,
    ],
  ])
  check('GetItem', [
    [
      { ReturnConsumedCapacity: 'hi', AttributesToGet: [] },
      missing('key'),
      missing('tableName'),
      badCapacity,
      failed('[]', 'attributesToGet', lengthMin(1)),
    ],
    [
      { TableName: 'abc', Key: key, AttributesToGet: Array(256).fill('a') },
      failed(`[${Array(256).fill('a').join(', ')}]`, 'attributesToGet', lengthMax(255)),
    ],
    [{ TableName: 'abc', Key: key, AttributesToGet: Array(255).fill('a') }, undefined],
    [
      { TableName: 'abc', Key: key, AttributesToGet: ['a', null] },
      missing('attributesToGet.2.member'),
    ],
    [
      { TableName: 'abc', Key: key, ExpressionAttributeNames: { '#a': null } },
      missing('expressionAttributeNames.#a.member'),
    ],
  ])
  check('Query', [
    [
      {
        KeyConditions: { a: {} },
        Limit: 0,
        AttributesToGet: [],
        ConditionalOperator: 'hi',
        QueryFilter: { b: { ComparisonOperator: 'hi' } },
        ReturnConsumedCapacity: 'hi',
        IndexName: 'a;',
        Select: 'hi',
      },
      failed(
        'hi',
        'select',
        anEnum('SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES'),
      ),
      failed('a;', 'indexName', nameConstraint),
      failed('a;', 'indexName', lengthMin(3)),
      badCapacity,
      badComparison('queryFilter.b.member.comparisonOperator'),
      missing('tableName'),
      badOperator,
      failed('[]', 'attributesToGet', lengthMin(1)),
      unprinted('Limit', valueMin(1)),
      missing('keyConditions.a.member.comparisonOperator'),
    ],
  ])
  check('Scan', [
    [
      { TableName: 'abc', TotalSegments: 1000001, Segment: -1, Limit: 0 },
      failed('1000001', 'totalSegments', valueMax(1000000)),
      failed('-1', 'segment', valueMin(0)),
      failed('0', 'limit', valueMin(1)),
    ],
    [{ TableName: 'abc', TotalSegments: 1000000, Segment: 0, Limit: 1 }, undefined],
  ])
})

describe('batches and transactions', () => {
  const keys = (count: number) => Array(count).fill(key) as unknown[]
  const writes = (count: number) => Array(count).fill({ DeleteRequest: { Key: {} } }) as unknown[]
  const printedWrite = 'WriteRequest(putRequest=null, deleteRequest=DeleteRequest(key={}))'

  check('BatchGetItem', [
    [{}, missing('requestItems')],
    [{ RequestItems: {} }, undefined],
    [{ RequestItems: { abc: {} } }, missing('requestItems.abc.member.keys')],
    [
      { RequestItems: { abc: { Keys: [] } } },
      unprinted('requestItems.abc.member.keys', lengthMin(1)),
    ],
    [{ RequestItems: { abc: { Keys: keys(100) } } }, undefined],
    [
      { RequestItems: { abc: { Keys: keys(101) } } },
      unprinted('RequestItems.abc.member.Keys', lengthMax(100)),
    ],
    [{ RequestItems: { 'a;c': { Keys: keys(1) } } }, failed('a;c', 'tableName', nameConstraint)],
    [{ RequestItems: { abc: { Keys: [null] } } }, missing('requestItems.abc.member.keys.1.member')],
    [{ RequestItems: { abc: null } }, missing('requestItems.abc.member')],
  ])
  check('BatchWriteItem', [
    [{ ReturnConsumedCapacity: 'hi' }, badCapacity, missing('requestItems')],
    [{ RequestItems: {} }, undefined],
    [{ RequestItems: { abc: [] } }, unprinted('requestItems.abc.member', lengthMin(1))],
    [{ RequestItems: { abc: writes(25) } }, undefined],
    [
      { RequestItems: { abc: writes(26) } },
      failed(
        `{abc=[${Array(26).fill(printedWrite).join(', ')}]}`,
        'requestItems',
        `Map value must satisfy constraint: [${lengthMax(25)}, ${lengthMin(1)}]`,
      ),
    ],
    [
      { RequestItems: { abc: [{ PutRequest: {} }] } },
      missing('requestItems.abc.member.1.member.putRequest.item'),
    ],
  ])
  check('TransactWriteItems', [
    [{}, missing('transactItems')],
    [{ TransactItems: [] }, failed('[]', 'transactItems', lengthMin(1))],
    [{ TransactItems: [{ Put: { Item: key } }] }, missing('transactItems.1.member.put.tableName')],
    [
      { TransactItems: [{}], ClientRequestToken: 'a'.repeat(37) },
      failed('a'.repeat(37), 'clientRequestToken', lengthMax(36)),
    ],
    [{ TransactItems: [{}], ClientRequestToken: 'a'.repeat(36) }, undefined],
    [{ TransactItems: Array(100).fill({}) }, undefined],
  ])
  check('ExecuteStatement', [
    [{ Statement: 'a', Parameters: [] }, failed('[]', 'parameters', lengthMin(1))],
    [{ Statement: 'a', Limit: 0 }, failed('0', 'limit', valueMin(1))],
    [{ Statement: 'a'.repeat(8192) }, undefined],
    [{ Statement: '' }, failed('', 'statement', lengthMin(1))],
  ])
  check('SearchVectors', [
    [
      { TableName: 'abc', IndexName: 'ab', SearchVector: [], TopK: 1 },
      unprinted('IndexName', lengthMin(3)),
      unprinted('SearchVector', lengthMin(1)),
    ],
  ])
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
      missing('attributeDefinitions.2.member.attributeName'),
      missing('attributeDefinitions.2.member.attributeType'),
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
      missing('localSecondaryIndexes.1.member.indexName'),
      missing('localSecondaryIndexes.1.member.keySchema'),
      missing('localSecondaryIndexes.1.member.projection'),
      failed('[]', 'globalSecondaryIndexes.1.member.keySchema', lengthMin(1)),
      missing('globalSecondaryIndexes.1.member.projection'),
      failed('a;', 'globalSecondaryIndexes.1.member.indexName', nameConstraint),
      failed('a;', 'globalSecondaryIndexes.1.member.indexName', lengthMin(3)),
      missing('globalSecondaryIndexes.1.member.provisionedThroughput.writeCapacityUnits'),
      missing('globalSecondaryIndexes.1.member.provisionedThroughput.readCapacityUnits'),
      failed(
        'hi',
        'globalSecondaryIndexes.2.member.projection.projectionType',
        anEnum('ALL, INCLUDE, KEYS_ONLY'),
      ),
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
    [
      { TableName: 'abc', ...defined, Tags: [{ Key: '', Value: 'a'.repeat(257) }] },
      failed('', 'tags.1.member.key', lengthMin(1)),
      failed('a'.repeat(257), 'tags.1.member.value', lengthMax(256)),
    ],
    [
      {
        TableName: 'abc',
        ...defined,
        TableClass: 'hi',
        StreamSpecification: { StreamViewType: 'hi' },
        SSESpecification: { SSEType: 'hi' },
      },
      missing('streamSpecification.streamEnabled'),
      failed(
        'hi',
        'streamSpecification.streamViewType',
        anEnum('NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY'),
      ),
      failed('hi', 'sSESpecification.sSEType', anEnum('AES256, KMS')),
      failed('hi', 'tableClass', anEnum('STANDARD, STANDARD_INFREQUENT_ACCESS')),
    ],
  ])
  check('UpdateTable', [
    [{ TableName: 'a;c', BillingMode: 'hi' }, failed('a;c', 'tableName', nameConstraint)],
    [
      {
        TableName: 'abc',
        BillingMode: 'hi',
        TableClass: 'hi',
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
      failed('hi', 'tableClass', anEnum('STANDARD, STANDARD_INFREQUENT_ACCESS')),
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
      missing('timeToLiveSpecification.enabled'),
      missing('timeToLiveSpecification.attributeName'),
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
    [
      { ResourceArn: arn, Tags: [{ Key: 'a'.repeat(128), Value: '' }, { Key: 'a'.repeat(129) }] },
      failed('a'.repeat(129), 'tags.2.member.key', lengthMax(128)),
      missing('tags.2.member.value'),
    ],
  ])
  check('UntagResource', [
    [{}, 'Invalid TableArn'],
    [{ ResourceArn: arn }, missing('tagKeys')],
    [{ ResourceArn: arn, TagKeys: [''] }, failed('', 'tagKeys.1.member', lengthMin(1))],
  ])
  check('ListTagsOfResource', [
    [{}, 'Invalid TableArn'],
    [{ ResourceArn: arn }, undefined],
  ])
})

describe('streams', () => {
  const shardIteratorTypes = anEnum(
    'TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER',
  )
  check('GetShardIterator', [
    [
      { StreamArn: 'a'.repeat(36), ShardId: 'a'.repeat(66), ShardIteratorType: 'hi' },
      failed('a'.repeat(36), 'streamArn', lengthMin(37)),
      failed('a'.repeat(66), 'shardId', lengthMax(65)),
      failed('hi', 'shardIteratorType', shardIteratorTypes),
    ],
  ])
  check('GetRecords', [
    [{ ShardIterator: 'a', Limit: 1001 }, failed('1001', 'limit', valueMax(1000))],
    [{ ShardIterator: 'a', Limit: 1000 }, undefined],
  ])
})

describe('hostile input', () => {
  it('gathers ten failures of very many', () => {
    const body = { TableName: 'abc', AttributeDefinitions: Array(100_000).fill({}), KeySchema: [] }
    const message = refusal('CreateTable', body)!
    assert.match(message, /^10 validation errors detected: /)
    assert.equal(message.split('; ').length, 10)
  })

  it('repeats no more of a value or path than a limit', () => {
    const huge = 'a'.repeat(1_000_000)
    for (const body of [
      { TableName: huge },
      { TableName: 'abc', Item: {}, ReturnValues: huge },
      { TableName: 'abc', Item: {}, Expected: { [huge]: { ComparisonOperator: 'hi' } } },
    ]) {
      assert.ok(refusal('PutItem', body)!.length < 70_000)
    }
    const transaction = { TransactItems: Array(101).fill({ Put: { TableName: huge, Item: {} } }) }
    assert.ok(refusal('TransactWriteItems', transaction)!.length < 700_000)
  })

  it('prints deeply nested values without recursing into all of them', () => {
    const levels = 100_000
    const deep = `${'{"L":['.repeat(levels)}{"S":"a"}${']}'.repeat(levels)}`
    const item = `{"Put":{"TableName":"abc","Item":{"a":${deep}}}}`
    const body: unknown = JSON.parse(
      `{"TransactItems":[${Array(101).fill('{}').join(',')},${item}]}`,
    )
    const input = decodeInput('DynamoDB_20120810', 'TransactWriteItems', body)
    assert.throws(() => checkConstraints('DynamoDB_20120810', 'TransactWriteItems', input), {
      message: /^1 validation error detected: Value '\[TransactWriteItem\(/,
    })
  })

  it('takes __proto__ and constructor as names of attributes', () => {
    const expected = '{"__proto__":{"ComparisonOperator":"hi"},"constructor":{}}'
    const text = `{"TableName":"abc","Item":{"__proto__":{"S":"a"}},"Expected":${expected}}`
    const input = decodeInput('DynamoDB_20120810', 'PutItem', JSON.parse(text))
    assert.throws(() => checkConstraints('DynamoDB_20120810', 'PutItem', input), {
      message: /^1 validation error detected: .*'expected\.__proto__\.member\.comparisonOperator'/,
    })
  })

  it('matches the slow patterns of the model in linear time', () => {
    const body = { TableArn: arn, S3Bucket: `${'a'.repeat(500_000)}!` }
    assert.match(refusal('ExportTableToPointInTime', body)!, /^2 validation errors detected: /)
  })
})
