/** How long and how deep an expression may be, and hostile expressions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals } from '../../support/expect.js'
import { prefixed } from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const key = { pk: { S: 'a' } }
const value = { ExpressionAttributeValues: { ':v': { S: 'x' } } }
const tooLong = 'Expression size has exceeded the maximum allowed size;'

const padded = (expression: string, bytes: number): string => expression.padEnd(bytes, ' ')
const repeat = (count: number, part: string, joiner: string): string =>
  Array.from({ length: count }, () => part).join(joiner)

const condition = (bytes: number): Json => ({
  ConditionExpression: padded('attribute_not_exists(q)', bytes),
})
const update = (bytes: number): Json => ({
  UpdateExpression: padded('SET a = :v', bytes),
  ...value,
})
const projection = (bytes: number): Json => ({ ProjectionExpression: padded('a', bytes) })

describe('an expression of 4096 bytes is accepted', () => {
  checkAccepted(client, 'PutItem', { TableName: table, Item: key }, [
    ['as a condition', condition(4096)],
  ])
  checkAccepted(client, 'UpdateItem', { TableName: table, Key: key }, [
    ['as an update', update(4096)],
  ])
  checkAccepted(client, 'GetItem', { TableName: table, Key: key }, [
    ['as a projection', projection(4096)],
    [
      'by its length before substitution',
      {
        ProjectionExpression: Array.from({ length: 30 }, (_, n) => `#a${n}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(
          Array.from({ length: 30 }, (_, n) => [`#a${n}`, `${'n'.repeat(246)}${n}`]),
        ),
      },
    ],
  ])
})

describe('an expression of 4097 bytes is refused', () => {
  checkRefusals(client, 'PutItem', { TableName: table, Item: key }, [
    [
      'as a condition, with its size',
      condition(4097),
      prefixed(`Invalid ConditionExpression: ${tooLong} expression size: 4097`),
    ],
    [
      'before it is parsed',
      { ConditionExpression: padded('((', 4097) },
      prefixed(`Invalid ConditionExpression: ${tooLong} expression size: 4097`),
    ],
    [
      'by bytes rather than characters',
      { ConditionExpression: padded('é', 4096) },
      prefixed(`Invalid ConditionExpression: ${tooLong} expression size: 4097`),
    ],
  ])
  checkRefusals(client, 'UpdateItem', { TableName: table, Key: key }, [
    ['as an update', update(4097), prefixed(`Invalid UpdateExpression: ${tooLong}`)],
  ])
  checkRefusals(client, 'GetItem', { TableName: table, Key: key }, [
    ['as a projection', projection(4097), `Invalid ProjectionExpression: ${tooLong}`],
  ])
})

describe('a condition is accepted', () => {
  checkAccepted(client, 'PutItem', { TableName: table, Item: key }, [
    ['of 300 operators', { ConditionExpression: `NOT ${repeat(150, 'a=:v', ' OR ')}`, ...value }],
    [
      'of IN with 100 operands',
      { ConditionExpression: `NOT a IN (${repeat(100, ':v', ',')})`, ...value },
    ],
    [
      'of a path of 32 levels',
      { ConditionExpression: `attribute_not_exists(${repeat(32, 'a', '.')})` },
    ],
    ['of the largest list index', { ConditionExpression: 'attribute_not_exists(a[2147483647])' }],
  ])
})

describe('a hostile expression is refused cleanly', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['thousands of open parentheses', '('.repeat(4096)],
    ['thousands of paired parentheses', `${'('.repeat(2000)}a=:v${')'.repeat(2000)}`],
    ['parentheses that are not redundant', `${'(NOT '.repeat(500)}a=:v${')'.repeat(500)}`],
    ['a thousand NOTs', `${'NOT '.repeat(1000)}a=:v`],
    ['nested functions', `${'size('.repeat(800)}a`],
    ['thousands of dots', `a${'.a'.repeat(2000)} = :v`],
    ['thousands of indexes', `a${'[0]'.repeat(1300)} = :v`],
    ['an index of a thousand digits', `a[${'9'.repeat(1000)}] = :v`],
    ['control characters', 'a \u0000= :v'],
  ]
  for (const [name, ConditionExpression] of hostile) {
    it(name, async () => {
      const answer = await client.call('PutItem', {
        TableName: table,
        Item: key,
        ConditionExpression,
        ...value,
      })
      assert.equal(answer.type, 'ValidationException', `answered ${answer.status}`)
      assert.match(answer.message ?? '', /Invalid ConditionExpression: /)
    })
  }
})
