import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readItem, type RawAttributeMap } from '../model/read-attribute-value.js'
import { operationOf } from './constraint-rows-suite.js'

const structureSentence = 'Start of structure or map found where not expected'
const castSentence =
  "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')"
const attributeValueMap =
  'Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>'

/** Returns the body with the given JSON at a path of member names and list indexes. */
function bodyWith(path: string, json: unknown): unknown {
  return path.split('.').reduceRight((inner: unknown, step) => {
    return step === '0' ? [inner] : { [step]: inner }
  }, json)
}

function decode(operation: string, body: unknown): unknown {
  return operationOf(operation).decodeJson(JSON.parse(JSON.stringify(body)))
}

type Rows = readonly (readonly [unknown, string])[]

function checkRefused(operation: string, path: string, rows: Rows): void {
  it(`${operation} ${path}`, () => {
    for (const [json, message] of rows) {
      assert.throws(
        () => decode(operation, bodyWith(path, json)),
        { type: 'SerializationException', message },
        JSON.stringify(json),
      )
    }
  })
}

const notString: Rows = [
  [true, 'TRUE_VALUE cannot be converted to String'],
  [false, 'FALSE_VALUE cannot be converted to String'],
  [23, 'NUMBER_VALUE cannot be converted to String'],
  [-2147483648, 'NUMBER_VALUE cannot be converted to String'],
  [34.56, 'DECIMAL_VALUE cannot be converted to String'],
  [[], 'Unrecognized collection type class java.lang.String'],
  [{}, structureSentence],
]

const notBoolean: Rows = [
  ['23', 'Unexpected token received from parser'],
  ['', 'Unexpected token received from parser'],
  [23, 'NUMBER_VALUE cannot be converted to Boolean'],
  [34.56, 'DECIMAL_VALUE cannot be converted to Boolean'],
  [[], 'Unrecognized collection type class java.lang.Boolean'],
  [{}, structureSentence],
]

const notBlob: Rows = [
  [true, 'only base-64-encoded strings are convertible to bytes'],
  [23, 'only base-64-encoded strings are convertible to bytes'],
  [34.56, 'only base-64-encoded strings are convertible to bytes'],
  [[], 'Unrecognized collection type class java.nio.ByteBuffer'],
  [{}, structureSentence],
  ['23456', 'Base64 encoded length is expected a multiple of 4 bytes but found: 5'],
  ['=+/=', 'Invalid last non-pad Base64 character dectected'],
  ['+/+=', 'Invalid last non-pad Base64 character dectected'],
  ['YR==', 'Invalid last non-pad Base64 character dectected'],
  ['====', 'Invalid last non-pad Base64 character dectected'],
  ['Y$Rh', "Invalid Base64 character: '$'"],
  ['YW=h', "Invalid Base64 character: '='"],
  ['YW_h', "Invalid Base64 character: '_'"],
]

const notList: Rows = [
  ['23', 'Unexpected field type'],
  [true, 'Unexpected field type'],
  [23, 'Unexpected field type'],
  [34.56, 'Unexpected field type'],
  [{}, structureSentence],
]

function notNumber(wanted: string): Rows {
  return [
    ['23', `STRING_VALUE cannot be converted to ${wanted}`],
    [true, `TRUE_VALUE cannot be converted to ${wanted}`],
    [false, `FALSE_VALUE cannot be converted to ${wanted}`],
    [[], `Unrecognized collection type class java.lang.${wanted}`],
    [{}, structureSentence],
  ]
}

function notMap(listSentence: string): Rows {
  return [
    ['23', 'Unexpected field type'],
    [true, 'Unexpected field type'],
    [34.56, 'Unexpected field type'],
    [[], listSentence],
  ]
}

function notStructure(scalar: string, structure: string): Rows {
  const list = `Unrecognized collection type class com.amazonaws.dynamodb.v20120810.${structure}`
  return [
    ['23', scalar],
    [true, scalar],
    [23, scalar],
    [34.56, scalar],
    [[], list],
  ]
}

function notMember(structure: string) {
  return notStructure('Unexpected field type', structure)
}

function notElement(structure: string) {
  return notStructure('Unexpected value type in payload', structure)
}

function notCollectionElement(rest: readonly [unknown, string]) {
  return [['23', castSentence], [true, castSentence], [34.56, castSentence], rest] as const
}

function checkAttributeValue(operation: string, path: string): void {
  checkRefused(operation, `${path}.S`, notString)
  checkRefused(operation, `${path}.N`, notString)
  checkRefused(operation, `${path}.B`, notBlob)
  checkRefused(operation, `${path}.BOOL`, notBoolean)
  checkRefused(operation, `${path}.NULL`, notBoolean)
  for (const type of ['SS', 'NS', 'BS', 'L']) checkRefused(operation, `${path}.${type}`, notList)
  checkRefused(operation, `${path}.SS.0`, notString)
  checkRefused(operation, `${path}.BS.0`, notBlob)
  checkRefused(operation, `${path}.L.0`, notElement('AttributeValue'))
  checkRefused(operation, `${path}.L.0.B`, notBlob)
  checkRefused(operation, `${path}.M`, notMap(attributeValueMap))
  checkRefused(operation, `${path}.M.a`, notElement('AttributeValue'))
  checkRefused(operation, `${path}.M.a.BS.0`, notBlob)
}

describe('wrong JSON types are refused in the words of the service', () => {
  checkRefused('PutItem', 'TableName', notString)
  checkRefused('GetItem', 'ConsistentRead', notBoolean)
  checkRefused('ListTables', 'Limit', notNumber('Integer'))
  checkRefused('CreateTable', 'ProvisionedThroughput.ReadCapacityUnits', notNumber('Long'))
  checkRefused('GetItem', 'AttributesToGet', notList)
  checkRefused('GetItem', 'AttributesToGet.0', notString)
  checkRefused('CreateTable', 'KeySchema.0', notElement('KeySchemaElement'))
  checkRefused('CreateTable', 'ProvisionedThroughput', notMember('ProvisionedThroughput'))
  checkRefused('PutItem', 'Item', notMap(attributeValueMap))
  checkRefused('PutItem', 'Item.a', notElement('AttributeValue'))
  checkRefused('PutItem', 'Expected.a.Value', notMember('AttributeValue'))
  checkAttributeValue('PutItem', 'Item.a')
  checkAttributeValue('PutItem', 'Expected.a.Value')
  checkAttributeValue('Query', 'KeyConditions.a.AttributeValueList.0')
})

describe('wrong collections name the class that was wanted', () => {
  const map = (value: string) =>
    notMap(`Unrecognized collection type java.util.Map<java.lang.String, ${value}>`)
  const structures = 'com.amazonaws.dynamodb.v20120810'
  checkRefused('PutItem', 'Expected', map(`${structures}.ExpectedAttributeValue`))
  checkRefused('UpdateItem', 'AttributeUpdates', map(`${structures}.AttributeValueUpdate`))
  checkRefused('Scan', 'ScanFilter', map(`${structures}.Condition`))
  checkRefused('BatchGetItem', 'RequestItems', map(`${structures}.KeysAndAttributes`))
  checkRefused('BatchWriteItem', 'RequestItems', map(`java.util.List<${structures}.WriteRequest>`))
  checkRefused('PutItem', 'ExpressionAttributeNames', map('java.lang.String'))
  checkRefused('BatchWriteItem', 'RequestItems.a', notCollectionElement([{}, structureSentence]))
  checkRefused(
    'BatchGetItem',
    'RequestItems.a.Keys.0',
    notCollectionElement([[], attributeValueMap]),
  )
})

describe('a body that is not an object', () => {
  const rows: Rows = [
    [null, 'Unexpected value type in payload'],
    ['a', 'Unexpected value type in payload'],
    [1, 'Unexpected value type in payload'],
    [[], 'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.PutItemInput'],
  ]
  for (const [body, message] of rows) {
    it(JSON.stringify(body), () => {
      assert.throws(() => decode('PutItem', body), { type: 'SerializationException', message })
    })
  }
})

describe('what the service converts or ignores', () => {
  const rows: readonly (readonly [string, string, unknown, unknown])[] = [
    ['unknown members', 'GetItem', { TableName: 'a', Nonsense: [1] }, { TableName: 'a' }],
    ['nulls', 'GetItem', { TableName: null, Key: null }, {}],
    ['words for true', 'GetItem', { ConsistentRead: 'YES' }, { ConsistentRead: true }],
    ['words for false', 'GetItem', { ConsistentRead: '0' }, { ConsistentRead: false }],
    ['fractions of integers', 'ListTables', { Limit: 3.9 }, { Limit: 3 }],
    ['negative fractions', 'ListTables', { Limit: -0.5 }, { Limit: 0 }],
    ['integers out of range', 'ListTables', { Limit: 1e300 }, { Limit: 2147483647 }],
    ['timestamps', 'ListBackups', { TimeRangeLowerBound: 1.5 }, { TimeRangeLowerBound: 1.5 }],
    [
      'null in a list',
      'GetItem',
      { AttributesToGet: ['a', null] },
      { AttributesToGet: ['a', null] },
    ],
    ['null as a structure', 'CreateTable', { KeySchema: [null] }, { KeySchema: [null] }],
    ['null in a set', 'PutItem', { Item: { a: { SS: [null] } } }, { Item: { a: { SS: [null] } } }],
    ['null as a type', 'PutItem', { Item: { a: { S: null } } }, { Item: { a: {} } }],
    ['null as a value', 'PutItem', { Item: { a: null } }, { Item: { a: {} } }],
    ['null in L', 'PutItem', { Item: { a: { L: [null] } } }, { Item: { a: { L: [{}] } } }],
    [
      'null in M',
      'PutItem',
      { Item: { a: { M: { b: null } } } },
      { Item: { a: { M: { b: {} } } } },
    ],
    ['unknown types', 'PutItem', { Item: { a: { S: '', X: 1 } } }, { Item: { a: { S: '' } } }],
    ['NULL as text', 'PutItem', { Item: { a: { NULL: 'true' } } }, { Item: { a: { NULL: true } } }],
    ['empty blobs', 'PutItem', { Item: { a: { B: '' } } }, { Item: { a: { B: '' } } }],
    ['nothing', 'DescribeLimits', { a: 1 }, {}],
  ]
  for (const [name, operation, body, expected] of rows) {
    it(name, () => assert.deepEqual(decode(operation, body), expected))
  }
})

describe('decoding shares what did not change', () => {
  it('returns the same object for an ordinary request', () => {
    const body = {
      TableName: 'people',
      Item: { id: { S: 'a' }, tags: { SS: ['x'] }, deep: { M: { l: { L: [{ B: 'YWE=' }] } } } },
      ExpressionAttributeNames: { '#a': 'b' },
    }
    assert.equal(operationOf('PutItem').decodeJson(body), body)
  })

  it('keeps siblings of what changed', () => {
    const body = { TableName: 'people', Item: { id: { S: 'a' } }, Unknown: 1 }
    const input = operationOf('PutItem').decodeJson(body) as typeof body
    assert.notEqual(input, body)
    assert.equal(input.Item, body.Item)
  })
})

describe('hostile input', () => {
  const decodeText = (operation: string, text: string) =>
    operationOf(operation).decodeJson(JSON.parse(text)) as Record<string, unknown>

  it('treats __proto__ and constructor as ordinary names', () => {
    const text = '{"Item":{"__proto__":{"S":"a","X":1},"constructor":{"N":"1","Y":null}}}'
    const item = decodeText('PutItem', text)['Item'] as Record<string, unknown>
    assert.deepEqual(Object.entries(item), [
      ['__proto__', { S: 'a' }],
      ['constructor', { N: '1' }],
    ])
    assert.equal(Object.getPrototypeOf(item), Object.prototype)
  })

  it('does not take members of a structure from __proto__', () => {
    const input = decodeText('GetItem', '{"__proto__":{"TableName":"a"},"constructor":1}')
    assert.deepEqual(Object.keys(input), [])
    assert.equal(input['TableName'], undefined)
  })

  for (const [open, close] of [
    ['{"M":{"a":', '}}'],
    ['{"L":[', ']}'],
  ] as const) {
    it(`leaves 100000 levels of ${open} to the reader, which refuses them`, () => {
      const levels = 100_000
      const text = `{"Item":{"a":${open.repeat(levels)}{"S":1}${close.repeat(levels)}}}`
      const item = decodeText('PutItem', text)['Item'] as RawAttributeMap
      assert.throws(() => readItem(item), { message: /^Nesting Levels have exceeded/ })
    })
  }

  it('decodes what the reader still accepts', () => {
    const nested = (levels: number) =>
      `{"Item":{"a":${'{"L":['.repeat(levels)}{"S":1}${']}'.repeat(levels)}}}`
    assert.throws(() => decodeText('PutItem', nested(31)), { type: 'SerializationException' })
  })

  it('looks at a long blob once', () => {
    const text = `${'A'.repeat(4_000_000)}=AAA`
    assert.throws(() => decode('PutItem', bodyWith('Item.a.B', text)), {
      message: "Invalid Base64 character: '='",
    })
  })
})
