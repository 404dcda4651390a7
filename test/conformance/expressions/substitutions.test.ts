/**
 * Names and values that expressions refer to: malformed, unused, undefined, and which is reported
 * first.
 */
import { describe } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals, type Refusal } from '../../support/expect.js'
import * as say from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const key = { pk: { S: 'a' } }
const long = 'x'.repeat(255)

const condition = { ConditionExpression: 'attribute_not_exists(q) OR q = :v' }
const writes: readonly (readonly [string, Json])[] = [
  ['PutItem', { TableName: table, Item: key, ...condition }],
  ['UpdateItem', { TableName: table, Key: key, ...condition }],
  ['DeleteItem', { TableName: table, Key: key, ...condition }],
]
const v = { ':v': { S: 'x' } }

const nameRows = (operation: string): readonly Refusal[] => [
  [
    'empty',
    { ExpressionAttributeNames: {} },
    say.framed(operation, 'ExpressionAttributeNames must not be empty'),
  ],
  [
    'with a key of 256 bytes',
    { ExpressionAttributeNames: { [`#${long}`]: 'a' } },
    say.framed(
      operation,
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256',
    ),
  ],
  ...['a', '#', '#a-b', ':a', '##a'].map((name): Refusal => [
    `with the key ${name}`,
    { ExpressionAttributeNames: { [name]: 'a' } },
    say.framed(
      operation,
      `ExpressionAttributeNames contains invalid key: Syntax error; key: "${name}"`,
    ),
  ]),
  [
    'with an empty attribute name',
    { ExpressionAttributeNames: { '#a': '' } },
    say.framed(
      operation,
      'ExpressionAttributeNames contains invalid value: Empty attribute name for key #a',
    ),
  ],
  [
    'that are unused',
    { ExpressionAttributeNames: { '#unused': 'a' } },
    say.framed(operation, say.unusedNames('#unused')),
  ],
  [
    'that are unused, several',
    { ExpressionAttributeNames: { '#x': 'a', '#y': 'b' } },
    /Value provided in ExpressionAttributeNames unused in expressions: keys: \{(#x, #y|#y, #x)\}$/,
  ],
]

for (const [operation, base] of writes) {
  const withValue = { ...base, ExpressionAttributeValues: v }
  describe(`${operation} refuses names`, () => {
    checkRefusals(client, operation, withValue, nameRows(operation))
  })

  describe(`${operation} refuses values`, () => {
    checkRefusals(client, operation, base, [
      [
        'empty',
        { ExpressionAttributeValues: {} },
        say.prefixed('ExpressionAttributeValues must not be empty'),
      ],
      [
        'with a key of 256 bytes',
        { ExpressionAttributeValues: { [`:${long}`]: { S: 'x' } } },
        say.prefixed(
          'ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;',
        ),
      ],
      ...['v', ':', ':a.b', '#v', '::v'].map((name): Refusal => [
        `with the key ${name}`,
        { ExpressionAttributeValues: { [name]: { S: 'x' } } },
        say.prefixed(
          `ExpressionAttributeValues contains invalid key: Syntax error; key: "${name}"`,
        ),
      ]),
      [
        'with a malformed key before a malformed value',
        { ExpressionAttributeValues: { ':v': {}, bad: { S: 'x' } } },
        say.prefixed('ExpressionAttributeValues contains invalid key: Syntax error; key: "bad"'),
      ],
      [
        'without a type',
        { ExpressionAttributeValues: { ':v': {} } },
        /Supplied AttributeValue is empty, must contain exactly one of the supported datatypes/,
      ],
      [
        'of two types',
        { ExpressionAttributeValues: { ':v': { S: 'x', N: '1' } } },
        /Supplied AttributeValue has more than one datatypes set/,
      ],
      [
        'that are an empty set',
        { ExpressionAttributeValues: { ':v': { NS: [] } } },
        say.prefixed(say.emptyNumberSet),
      ],
      [
        'that are NULL but not true',
        { ExpressionAttributeValues: { ':v': { NULL: false } } },
        say.prefixed(say.nullNotTrue),
      ],
      [
        'that are not numbers',
        { ExpressionAttributeValues: { ':v': { N: 'one' } } },
        say.prefixed(say.notANumber('one')),
      ],
      [
        'that are unused',
        { ExpressionAttributeValues: { ...v, ':unused': { S: 'x' } } },
        say.prefixed(say.unusedValues(':unused')),
      ],
      [
        'after unused names',
        {
          ExpressionAttributeNames: { '#unused': 'a' },
          ExpressionAttributeValues: { ...v, ':unused': { S: 'x' } },
        },
        say.prefixed(say.unusedNames('#unused')),
      ],
      [
        'unused only after the expression is read',
        {
          ConditionExpression: 'a = ',
          ExpressionAttributeValues: { ':unused': { S: 'x' } },
        },
        say.prefixed('Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "="'),
      ],
      [
        'malformed before the expression is read',
        { ConditionExpression: 'a = ', ExpressionAttributeValues: { v: { S: 'x' } } },
        say.prefixed('ExpressionAttributeValues contains invalid key: Syntax error; key: "v"'),
      ],
    ])
  })
}

describe('GetItem refuses names', () => {
  const base = { TableName: table, Key: key, ProjectionExpression: 'q' }
  checkRefusals(client, 'GetItem', base, nameRows('GetItem'))
})

describe('substitution accepts', () => {
  checkAccepted(client, 'PutItem', { TableName: table, Item: key }, [
    [
      'keys of 255 bytes',
      {
        ConditionExpression: `attribute_not_exists(#${long.slice(1)})`,
        ExpressionAttributeNames: { [`#${long.slice(1)}`]: 'q' },
      },
    ],
    [
      'keys that begin with a digit or an underscore',
      {
        ConditionExpression: '#0a <> :_ AND #_ <> :9',
        ExpressionAttributeNames: { '#0a': 'q', '#_': 'r' },
        ExpressionAttributeValues: { ':_': { S: '' }, ':9': { N: '9' } },
      },
    ],
    [
      'one name used twice',
      {
        ConditionExpression: 'attribute_not_exists(#q) OR #q.#q = :v',
        ExpressionAttributeNames: { '#q': 'q' },
        ExpressionAttributeValues: v,
      },
    ],
    [
      'a value used only in a branch that is never evaluated',
      {
        ConditionExpression: 'attribute_not_exists(q) OR q = :v',
        ExpressionAttributeValues: v,
      },
    ],
    [
      'names of JavaScript objects',
      {
        ConditionExpression: 'attribute_not_exists(#constructor)',
        ExpressionAttributeNames: { '#constructor': '__proto__' },
      },
    ],
  ])
})
