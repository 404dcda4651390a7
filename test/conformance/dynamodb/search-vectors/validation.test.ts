/** Searches that are refused, in the service's sentences and in the order of its checks. */
import { describe } from 'node:test'
import { strictInputBytesMax } from '../../../../src/wire/limits.js'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, S } from '../../../support/items.js'
import { attribute, hash, onDemand, projectAll } from '../../../support/tables.js'
import { filter, near, scope, searchVector, vector, withVectors } from '../../../support/vectors.js'

const client = await connect()
const scoped = { SearchSchema: [scope('tenant'), filter('colour')] }
const [plain, tenants, filtered] = await Promise.all([
  client.createTable({
    AttributeDefinitions: [attribute('pk', 'S'), attribute('group', 'S')],
    KeySchema: [hash('pk')],
    VectorIndexes: [near()],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-group', KeySchema: [hash('group')], Projection: projectAll },
    ],
    ...onDemand,
  }),
  client.createTable(withVectors([near(scoped)], ['tenant', 'colour'])),
  client.createTable(withVectors([near({ SearchSchema: [filter('colour')] })], ['colour'])),
])
const base: Json = {
  TableName: plain,
  IndexName: 'near',
  SearchVector: searchVector(1, 2),
  TopK: 5,
}
const body = (more: string) => `{"TableName":"${plain}",${more}}`
const serialization = 'SerializationException'
const constraint = (member: string, min: number) =>
  `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length greater than or equal to ${min}`
const missing = { TableName: 'no-such-table' }

describe('SearchVectors refuses by type', () => {
  const long = `{"TableName":"${plain}","SearchVector":[{"N":"1"}],"TopK":1}`
  const short = `{"IndexName":"a","TopK":1}`
  checkRefusals(client, 'SearchVectors', {}, [
    [
      'a null table',
      '{"TableName":null}',
      'invalid type: null, expected a string at line 1 column 17',
      serialization,
    ],
    [
      'a null vector',
      '{"SearchVector":null,"TopK":1}',
      'invalid type: null, expected a sequence at line 1 column 20',
      serialization,
    ],
    [
      'a null number of results on the second line',
      '{\n "TopK":null}',
      'invalid type: null, expected i32 at line 2 column 12',
      serialization,
    ],
    [
      'a fraction of results',
      '{"TopK": 3.5 }',
      'invalid type: floating point `3.5`, expected i32 at line 1 column 12',
      serialization,
    ],
    [
      'a text as number of results',
      body('"TopK":"3"'),
      /^invalid type: string "3", expected i32 at line 1 column \d+$/,
      serialization,
    ],
    [
      'an object as vector, after texts with quotes and braces in them',
      '{"TableName":"a\\"}]","Other":{"b":["}\\\\"]},"SearchVector":{"L":[]}}',
      'invalid type: map, expected a sequence at line 1 column 58',
      serialization,
    ],
    [
      'a list as table',
      '{"TableName":[1]}',
      'invalid type: sequence, expected a string at line 1 column 13',
      serialization,
    ],
    [
      'a long text as number of results, which is not repeated in full',
      `{"TopK":"${'9'.repeat(100_000)}"}`,
      /^invalid type: string "9+…", expected i32 at line 1 column 100010$/,
      serialization,
    ],
    [
      'a number of results beyond 32 bits',
      '{"TopK":2147483648}',
      'invalid value: integer `2147483648`, expected i32 at line 1 column 18',
      serialization,
    ],
    [
      'a null table in the longest text that is read strictly',
      `{"TableName":null}${' '.repeat(strictInputBytesMax - 18)}`,
      'invalid type: null, expected a string at line 1 column 17',
      serialization,
    ],
    [
      'a longer text, in the usual words',
      `{"TableName":null}${' '.repeat(strictInputBytesMax - 17)}`,
      /validation errors? detected/,
    ],
    ['a missing index', long, `missing field \`IndexName\` at line 1 column ${long.length}`],
    [
      'a missing table before a short index',
      short,
      `missing field \`TableName\` at line 1 column ${short.length}`,
    ],
  ])
})

describe('SearchVectors refuses before it looks for the table', () => {
  const condition = (SearchConditionExpression: string, ExpressionAttributeValues?: Json) => ({
    ...missing,
    SearchConditionExpression,
    ExpressionAttributeValues,
  })
  const invalid = (sentence: string) => `Invalid SearchConditionExpression: ${sentence}`
  const v = { ':v': S('x') }
  const comparator = invalid('Invalid comparator used in SearchConditionExpression')
  const operator = invalid('Invalid operator used in SearchConditionExpression')
  checkRefusals(client, 'SearchVectors', base, [
    ['a short name of an index', { ...missing, IndexName: 'ab' }, constraint('IndexName', 3)],
    ['an empty vector', { ...missing, SearchVector: [] }, constraint('SearchVector', 1)],
    [
      'a vector that no index can have',
      { ...missing, SearchVector: searchVector(...Array<number>(4097).fill(1)) },
      "1 validation error detected: Value at 'SearchVector' failed to satisfy constraint: Member must have length less than or equal to 4096",
    ],
    [
      'an unknown wish for capacity, without the usual beginning',
      { ...missing, TopK: 101, ReturnConsumedCapacity: 'BOGUS' },
      "Value 'BOGUS' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]",
    ],
    ['no results', { ...missing, TopK: 0 }, /Value '0' at 'topK' failed to satisfy constraint/],
    [
      'too many results',
      { ...missing, TopK: 101 },
      "Provided TopK value '101' is out of valid range. The value must be between 1 and 100 inclusive",
    ],
    [
      'values with a projection alone',
      { ...missing, ProjectionExpression: 'a', ExpressionAttributeValues: v },
      'ExpressionAttributeValues can only be specified when using expressions',
    ],
    ['syntax', condition('a =', v), /^Invalid SearchConditionExpression: Syntax error; /],
    [
      'an unused value',
      condition('a = :v', { ':v': S('x'), ':w': S('y') }),
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}',
    ],
    ...['<', '<=', '>', '>=', '<>'].map(
      (sign) => [`a ${sign}`, condition(`a ${sign} :v`, v), comparator] as const,
    ),
    ['BETWEEN', condition('a BETWEEN :v AND :v', v), operator],
    ['IN', condition('a IN (:v)', v), operator],
    ['OR', condition('a = :v OR b = :v', v), operator],
    ['NOT', condition('NOT a = :v', v), operator],
    ['a function', condition('begins_with(a, :v)', v), operator],
    [
      'a nested attribute',
      condition('a.b = :v', v),
      invalid('SearchConditionExpression cannot have conditions on nested attributes'),
    ],
    [
      'an attribute twice',
      condition('a = :v AND a = :v', v),
      invalid('SearchConditionExpression must only contain one condition per attribute'),
    ],
  ])
})

describe('SearchVectors refuses', () => {
  const invalidVector =
    'Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute'
  const both = (name: string) => ({
    TableName: tenants,
    SearchConditionExpression: `${name} = :v`,
    ExpressionAttributeValues: { ':v': S('x') },
  })
  checkRefusals(client, 'SearchVectors', base, [
    ['an unknown table', missing, 'Requested resource not found', 'ResourceNotFoundException'],
    [
      'an unknown index',
      { IndexName: 'nowhere', SearchVector: [{ S: 'a' }] },
      'The table does not have the specified index: nowhere',
    ],
    [
      'a global index',
      { IndexName: 'by-group' },
      'The table does not have the specified index: by-group',
    ],
    ...['NaN', 'Infinity', '3.5E38', '-3.5E38', '', 'one'].map(
      (text) => [`the number '${text}'`, { SearchVector: [N(text)] }, invalidVector] as const,
    ),
    ['a list in a vector', { SearchVector: [vector(1), N(1)] }, invalidVector],
    [
      'another number of dimensions',
      { SearchVector: searchVector(1, 2, 3) },
      'Input search vector dimension 3 does not match vector index dimension 2',
    ],
    [
      'the most dimensions that an index can have',
      { SearchVector: searchVector(...Array<number>(4096).fill(1)) },
      'Input search vector dimension 4096 does not match vector index dimension 2',
    ],
    [
      'a search without its scope',
      { TableName: tenants },
      'SearchConditionExpression must be provided when SearchSchema has a HASH key',
    ],
    [
      'a condition without its scope',
      both('colour'),
      'SearchConditionExpression must have all HASH attributes in configured SearchSchema',
    ],
    [
      'a foreign attribute',
      { ...both('flavour'), TableName: filtered },
      'SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: flavour',
    ],
    [
      'a value of another type',
      { ...both('tenant'), ExpressionAttributeValues: { ':v': N(1) } },
      "Type of 'tenant' attribute in SearchConditionExpression (N) does not match type in search schema (S)",
    ],
    [
      'an empty value',
      { ...both('tenant'), ExpressionAttributeValues: { ':v': S('') } },
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: tenant',
    ],
  ])
})

describe('vector indexes cannot be read otherwise', () => {
  const query = {
    TableName: plain,
    IndexName: 'near',
    KeyConditionExpression: 'pk = :v',
    ExpressionAttributeValues: { ':v': S('x') },
  }
  checkRefusals(client, 'Query', query, [
    ['Query', {}, 'Query operation not supported on this index type.'],
    [
      'a consistent Query',
      { ConsistentRead: true },
      'Consistent reads are not supported on global secondary indexes',
    ],
  ])
  checkRefusals(client, 'Scan', { TableName: plain, IndexName: 'near' }, [
    ['Scan', {}, 'Scan operation not supported on this index type'],
    [
      'a consistent Scan',
      { ConsistentRead: true },
      'Scan operation not supported on this index type',
    ],
  ])
  checkRefusals(client, 'ExecuteStatement', {}, [
    [
      'PartiQL',
      { Statement: `SELECT * FROM "${plain}"."near"` },
      'Scan operation not supported on this index type',
    ],
  ])
})
