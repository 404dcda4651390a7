/** Items that tables with vector indexes refuse. */
import type { Json } from '../client.js'
import { N, S } from '../items.js'
import { vector } from '../vectors.js'
import type { CaseTables } from './case-tables.js'
import { refusals, type ClientCase, type RefusedRow } from './client-case.js'

const invalid = (sentence: string) =>
  `One or more parameter values were invalid. ${sentence} IndexName: near`
const notAList = invalid(
  'Invalid type for parameter emb, Expected: 32-bit floating point number list',
)
const size = (actual: number) =>
  invalid(`Invalid size for parameter emb, Expected: 2, Actual: ${actual}`)

const vectors: readonly (readonly [name: string, emb: Json, message: string])[] = [
  ['a text', S('1, 2'), notAList],
  ['a binary', { B: 'AAAA' }, notAList],
  ['a set of numbers', { NS: ['1', '2'] }, notAList],
  ['too few', vector(1), size(1)],
  ['too many', vector(1, 2, 3), size(3)],
  ['none', { L: [] }, size(0)],
  [
    'a text among numbers',
    { L: [N(1), S('2')] },
    invalid(
      'Invalid type for parameter emb[1], Expected: 32-bit floating point number, Actual: S.',
    ),
  ],
  [
    'a number that is too large',
    vector('3.5E38', 1),
    invalid(
      'Invalid value for parameter emb[0], Value: 3.5E+38 is outside valid range [-3.4028235E38, 3.4028235E38].',
    ),
  ],
  [
    'a number that is too small',
    vector(1, '-1E125'),
    invalid(
      'Invalid value for parameter emb[1], Value: -1E+125 is outside valid range [-3.4028235E38, 3.4028235E38].',
    ),
  ],
]

const put = (emb: Json): Json => ({ Item: { pk: S('a'), emb } })

export function refusedWrites({ plain: TableName, tenants }: CaseTables): readonly ClientCase[] {
  const rows = (request: (emb: Json) => Json): readonly RefusedRow[] =>
    vectors.map(([name, emb, message]) => [`a vector: ${name}`, request(emb), message])
  const Key = { pk: S('a') }
  const set = { TableName, Key, UpdateExpression: 'SET emb = :v' }
  return [
    ...refusals('PutItem', { TableName }, [
      ...rows(put),
      [
        'a set as a vector for what is wrong with any set',
        put({ NS: ['1', '1.0'] }),
        { part: 'Input collection contains duplicates' },
      ],
    ]),
    ...refusals('UpdateItem', set, [
      ...rows((emb) => ({ ExpressionAttributeValues: { ':v': emb } })),
      [
        'a vector that would be the first',
        {
          UpdateExpression: 'SET emb = if_not_exists(emb, :v)',
          ExpressionAttributeValues: { ':v': vector(1) },
        },
        size(1),
      ],
    ]),
    ...refusedTogether(TableName),
    ...refusals('PutItem', { TableName: tenants }, searched),
    {
      name: 'Scan finds nothing of what was refused',
      operation: 'Scan',
      input: { TableName },
      answer: { Count: 0, Items: [] },
    },
  ]
}

function refusedTogether(table: string): readonly ClientCase[] {
  const good = { Item: { pk: S('good'), emb: vector(1, 2) } }
  const bad = put(vector(1))
  const writes = [{ PutRequest: good }, { PutRequest: bad }]
  const TransactItems = [good, bad].map((each) => ({ Put: { TableName: table, ...each } }))
  const Statement = `INSERT INTO "${table}" VALUE {'pk': 'a', 'emb': [1]}`
  return [
    ...refusals('BatchWriteItem', {}, [
      ['a vector, with all beside it', { RequestItems: { [table]: writes } }, size(1)],
    ]),
    ...refusals('TransactWriteItems', {}, [
      [
        'a vector, with all beside it',
        { TransactItems },
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ValidationError]',
        'TransactionCanceledException',
      ],
    ]),
    ...refusals('ExecuteStatement', {}, [['a vector', { Statement }, size(1)]]),
  ]
}

const item = (more: Json): Json => ({ Item: { pk: S('a'), emb: vector(1, 2), ...more } })

const searched: readonly RefusedRow[] = [
  [
    'a scope of another type',
    item({ tenant: N(1) }),
    invalid("Attribute 'tenant' type mismatch. Expected: S, Actual: N."),
  ],
  [
    'a filter of another type',
    item({ tenant: S('t'), colour: { BOOL: true } }),
    invalid("Attribute 'colour' type mismatch. Expected: S, Actual: BOOL."),
  ],
  [
    'an empty scope',
    item({ tenant: S('') }),
    'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: near, IndexKey: tenant',
  ],
]
