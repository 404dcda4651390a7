/** Searches, and other reads of vector indexes, that are refused. */
import type { Json } from '../client.js'
import { N, S } from '../items.js'
import { searchVector, vector } from '../vectors.js'
import type { CaseTables } from './case-tables.js'
import { refusals, type ClientCase, type RefusedRow } from './client-case.js'

const constraint = (member: string, min: number) =>
  `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length greater than or equal to ${min}`
const condition = (SearchConditionExpression: string, ExpressionAttributeValues?: Json) => ({
  SearchConditionExpression,
  ExpressionAttributeValues,
})
const invalid = (sentence: string) => `Invalid SearchConditionExpression: ${sentence}`
const v = { ':v': S('x') }
const comparator = invalid('Invalid comparator used in SearchConditionExpression')
const operator = invalid('Invalid operator used in SearchConditionExpression')
const numbers = (count: number) => searchVector(...Array<number>(count).fill(1))

/** Whatever table they are about. */
const anywhere: readonly RefusedRow[] = [
  ['a short name of an index', { IndexName: 'ab' }, constraint('IndexName', 3)],
  ['an empty vector', { SearchVector: [] }, constraint('SearchVector', 1)],
  [
    'a vector that no index can have',
    { SearchVector: numbers(4097) },
    "1 validation error detected: Value at 'SearchVector' failed to satisfy constraint: Member must have length less than or equal to 4096",
  ],
  [
    'an unknown wish for capacity, without the usual beginning',
    { TopK: 101, ReturnConsumedCapacity: 'BOGUS' },
    "Value 'BOGUS' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]",
  ],
  ['no results', { TopK: 0 }, { part: "Value '0' at 'topK' failed to satisfy constraint" }],
  [
    'too many results',
    { TopK: 101 },
    "Provided TopK value '101' is out of valid range. The value must be between 1 and 100 inclusive",
  ],
  [
    'values with a projection alone',
    { ProjectionExpression: 'a', ExpressionAttributeValues: v },
    'ExpressionAttributeValues can only be specified when using expressions',
  ],
  ['syntax', condition('a =', v), { part: 'Invalid SearchConditionExpression: Syntax error; ' }],
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
  ['an unknown table', {}, 'Requested resource not found', 'ResourceNotFoundException'],
]

const invalidVector =
  'Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute'

/** Of the table `plain`, unless a row names another one. */
const somewhere = ({ tenants, filtered }: CaseTables): readonly RefusedRow[] => [
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
    { SearchVector: numbers(3) },
    'Input search vector dimension 3 does not match vector index dimension 2',
  ],
  [
    'the most dimensions that an index can have',
    { SearchVector: numbers(4096) },
    'Input search vector dimension 4096 does not match vector index dimension 2',
  ],
  [
    'a search without its scope',
    { TableName: tenants },
    'SearchConditionExpression must be provided when SearchSchema has a HASH key',
  ],
  [
    'a condition without its scope',
    { TableName: tenants, ...condition('colour = :v', v) },
    'SearchConditionExpression must have all HASH attributes in configured SearchSchema',
  ],
  [
    'a foreign attribute',
    { TableName: filtered, ...condition('flavour = :v', v) },
    'SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: flavour',
  ],
  [
    'a value of another type',
    { TableName: tenants, ...condition('tenant = :v', { ':v': N(1) }) },
    "Type of 'tenant' attribute in SearchConditionExpression (N) does not match type in search schema (S)",
  ],
  [
    'an empty value',
    { TableName: tenants, ...condition('tenant = :v', { ':v': S('') }) },
    'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: tenant',
  ],
]

export function refusedSearches(tables: CaseTables): readonly ClientCase[] {
  const { plain, missing } = tables
  const search = { IndexName: 'near', SearchVector: searchVector(1, 2), TopK: 5 }
  return [
    ...refusals('SearchVectors', { TableName: missing, ...search }, anywhere),
    ...refusals('SearchVectors', { TableName: plain, ...search }, somewhere(tables)),
    ...refusedReads(plain),
  ]
}

function refusedReads(TableName: string): readonly ClientCase[] {
  const index = { TableName, IndexName: 'near' }
  const query = { KeyConditionExpression: 'pk = :v', ExpressionAttributeValues: v }
  const scan = 'Scan operation not supported on this index type'
  return [
    ...refusals('Query', { ...index, ...query }, [
      ['a vector index', {}, 'Query operation not supported on this index type.'],
      [
        'a vector index, consistently',
        { ConsistentRead: true },
        'Consistent reads are not supported on global secondary indexes',
      ],
    ]),
    ...refusals('Scan', index, [
      ['a vector index', {}, scan],
      ['a vector index, consistently', { ConsistentRead: true }, scan],
    ]),
    ...refusals('ExecuteStatement', {}, [
      ['a vector index', { Statement: `SELECT * FROM "${TableName}"."near"` }, scan],
    ]),
  ]
}
