import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  anEnum,
  check,
  failed,
  lengthMax,
  lengthMin,
  missing,
  nameConstraint,
  operationOf,
  refusal,
  type Row,
  unprinted,
  valueMax,
  valueMin,
} from './constraint-rows-suite.js'

const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/people'
const key = { id: { S: 'a' } }
const badCapacity = failed('hi', 'returnConsumedCapacity', anEnum('INDEXES, TOTAL, NONE'))
const badReturnValues = failed(
  'hi',
  'returnValues',
  anEnum('ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW'),
)
const bare = (values: string) => `Failed to satisfy constraint: ${anEnum(values)}`
const bareReturnValues = bare('ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE')
const alone = (sentence: string) => `1 validation error detected: ${sentence}`
const badMetrics = failed('hi', 'returnItemCollectionMetrics', anEnum('SIZE, NONE'))
const badEnums = {
  ReturnItemCollectionMetrics: 'hi',
  ReturnConsumedCapacity: 'hi',
  ReturnValues: 'hi',
}

describe('names of tables on item operations', () => {
  const rows: readonly (readonly [name: string | null, ...failures: string[]])[] = [
    [null, missing('tableName')],
    ['a', failed('a', 'tableName', lengthMin(3))],
    ['a;', failed('a;', 'tableName', nameConstraint), failed('a;', 'tableName', lengthMin(3))],
    ['abc;', failed('abc;', 'tableName', nameConstraint)],
    ['abc\n', failed('abc\n', 'tableName', nameConstraint)],
    ['a'.repeat(256), failed('a'.repeat(256), 'tableName', lengthMax(255))],
    [`arn:${'a'.repeat(1021)}`, failed(`arn:${'a'.repeat(1021)}`, 'tableName', lengthMax(1024))],
  ]
  const good = ['abc', 'a'.repeat(255), '__proto__', 'A_b.c-9', arn, `arn:${'a'.repeat(1020)}`]
  const older = failed('', 'tableName', lengthMin(1))
  const newer = unprinted('TableName', lengthMin(1))
  for (const [operation, rest, empty] of [
    ['GetItem', { Key: key }, older],
    ['PutItem', { Item: key }, newer],
    ['UpdateItem', { Key: key }, newer],
    ['DeleteItem', { Key: key }, newer],
  ] as const) {
    check(operation, [
      [{ TableName: '', ...rest }, empty],
      ...rows.map(([name, ...failures]): Row => [{ TableName: name, ...rest }, ...failures]),
      ...good.map((name): Row => [{ TableName: name, ...rest }, undefined]),
    ])
  }
})

describe('order and gathering on items', () => {
  const badOperator = failed('hi', 'conditionalOperator', anEnum('OR, AND'))
  const emptyName = unprinted('TableName', lengthMin(1))
  /** A map that holds values of this number of levels. */
  const nested = (levels: number) =>
    JSON.parse(
      `${'{"a":{"M":'.repeat(levels - 1)}{"a":{"S":""}}${'}}'.repeat(levels - 1)}`,
    ) as unknown
  const comparisons =
    'IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS'
  const badComparison = (path: string) => failed('hi', path, anEnum(comparisons))

  check('PutItem', [
    [{ TableName: 'a;c', Item: {}, ...badEnums }, failed('a;c', 'tableName', nameConstraint)],
    [{ TableName: 'abc', ...badEnums }, missing('item'), badCapacity, badReturnValues, badMetrics],
    [
      {
        TableName: 'abc',
        Item: {},
        Expected: { a: { ComparisonOperator: 'hi' } },
        ConditionalOperator: 'hi',
        ReturnConsumedCapacity: 'hi',
        ReturnValuesOnConditionCheckFailure: 'hi',
      },
      badCapacity,
      bare('ALL, OR'),
      badComparison('expected.a.member.comparisonOperator'),
      failed('hi', 'returnValuesOnConditionCheckFailure', anEnum('ALL_OLD, NONE')),
    ],
    [{ TableName: 'abc', Item: {}, ConditionalOperator: 'hi' }, alone(bare('ALL, OR'))],
    [{ TableName: 'abc', Item: {}, ...badEnums }, badCapacity, bareReturnValues, badMetrics],
    [{ TableName: '', Item: {}, ...badEnums }, emptyName],
    [{ TableName: 'abc', Item: nested(62), ReturnValues: 'hi' }, alone(bareReturnValues)],
    [{ TableName: 'abc', Item: nested(63), ReturnValues: 'hi' }, badReturnValues],
    [{ TableName: 'abc', Item: nested(63), ConditionalOperator: 'hi' }, badOperator],
    [{ TableName: '' }, failed('', 'tableName', lengthMin(1)), missing('item')],
    [{ TableName: 'abc', Item: {}, ReturnValues: 'UPDATED_NEW' }, undefined],
  ])
  check('UpdateItem', [
    [{ TableName: 'a;c', Key: key, ...badEnums }, failed('a;c', 'tableName', nameConstraint)],
    [{ TableName: '' }, failed('', 'tableName', lengthMin(1)), missing('key')],
    [
      { TableName: '', ...badEnums },
      badCapacity,
      failed('', 'tableName', lengthMin(1)),
      badReturnValues,
      missing('key'),
      badMetrics,
    ],
    [{ TableName: '', Key: {}, ...badEnums }, emptyName],
    [{ TableName: 'abc', Key: key, ...badEnums }, alone(bareReturnValues)],
    [{ TableName: 'abc', Key: key, ConditionalOperator: 'hi' }, alone(bare('ALL, OR'))],
    [{ TableName: 'abc', ConditionalOperator: 'hi' }, badOperator, missing('key')],
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
    [
      { TableName: 'a;c', Key: key, ...badEnums },
      failed('a;c', 'tableName', nameConstraint),
      badCapacity,
      bareReturnValues,
      badMetrics,
    ],
    [{ TableName: '', Key: {}, ...badEnums }, emptyName],
    [{ TableName: 'abc', Key: key, ConditionalOperator: 'hi' }, badOperator],
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
    [
      {
        TableName: 'abc',
        ConditionalOperator: 'XOR',
        QueryFilter: { b: { ComparisonOperator: 'NULL' }, c: { ComparisonOperator: 'NULL' } },
        Select: 'hi',
      },
      `Failed to satisfy constraint: ${anEnum('ALL, OR')}`,
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
  const mapValues = `Map value must satisfy constraint: [${lengthMax(25)}, ${lengthMin(1)}]`
  const mapKeys = `Map keys must satisfy constraint: [${lengthMax(255)}, ${lengthMin(3)}, ${nameConstraint}]`
  const printedWrite = 'WriteRequest(putRequest=null, deleteRequest=DeleteRequest(key={}))'

  check('BatchGetItem', [
    [{}, missing('requestItems')],
    [{ RequestItems: {} }, unprinted('RequestItems', lengthMin(1))],
    [{ RequestItems: { abc: {} } }, missing('requestItems.abc.member.keys')],
    [
      { RequestItems: { abc: { Keys: [] } } },
      unprinted('RequestItems.abc.member.Keys', lengthMin(1)),
    ],
    [{ RequestItems: { abc: { Keys: keys(100) } } }, undefined],
    [
      { RequestItems: { abc: { Keys: keys(101) } } },
      unprinted('RequestItems.abc.member.Keys', lengthMax(100)),
    ],
    [
      { RequestItems: { 'a;c': { Keys: [{ pk: { S: 'a' } }] } }, ReturnConsumedCapacity: 'hi' },
      failed('{"a;c":{"Keys":[{"pk":{"S":"a"}}]}}', 'requestItems', mapKeys),
      badCapacity,
    ],
    [{ RequestItems: { abc: { Keys: [null] } } }, missing('requestItems.abc.member.keys.1.member')],
    [{ RequestItems: { abc: null } }, missing('requestItems.abc.member')],
  ])
  check('BatchWriteItem', [
    [{ ReturnConsumedCapacity: 'hi' }, badCapacity, missing('requestItems')],
    [{ RequestItems: {} }, undefined],
    [{ RequestItems: { abc: [] } }, failed('{abc=[]}', 'requestItems', mapValues)],
    [
      { RequestItems: { 'a;c': writes(1) } },
      failed(`{a;c=[${printedWrite}]}`, 'requestItems', mapKeys),
    ],
    [{ RequestItems: { 'a;c': writes(1) }, ReturnConsumedCapacity: 'hi' }, badCapacity],
    [
      { RequestItems: { 'arn:aws:dynamodb:us-east-1:000000000000:table/abc': writes(1) } },
      undefined,
    ],
    [{ RequestItems: { abc: writes(25) } }, undefined],
    [
      { RequestItems: { abc: writes(26) } },
      failed(`{abc=[${Array(26).fill(printedWrite).join(', ')}]}`, 'requestItems', mapValues),
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
    const { decodeJson, checkConstraints } = operationOf('TransactWriteItems')
    const input = decodeJson(body)
    assert.throws(() => checkConstraints(input), {
      message: /^1 validation error detected: Value '\[TransactWriteItem\(/,
    })
  })

  it('accepts __proto__ and constructor as attribute names', () => {
    const expected = '{"__proto__":{"ComparisonOperator":"hi"},"constructor":{}}'
    const text = `{"TableName":"abc","Item":{"__proto__":{"S":"a"}},"Expected":${expected}}`
    const { decodeJson, checkConstraints } = operationOf('PutItem')
    const input = decodeJson(JSON.parse(text))
    assert.throws(() => checkConstraints(input), {
      message: /^1 validation error detected: .*'expected\.__proto__\.member\.comparisonOperator'/,
    })
  })

  it('matches the slow patterns of the model in linear time', () => {
    const body = { TableArn: arn, S3Bucket: `${'a'.repeat(500_000)}!` }
    assert.match(refusal('ExportTableToPointInTime', body)!, /^2 validation errors detected: /)
  })
})
