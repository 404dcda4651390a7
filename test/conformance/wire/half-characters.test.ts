/**
 * Half of a surrogate pair, which only an escape can write: refused, since strings that differ in it
 * would be one key. Whole pairs are characters like any other.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type CallAnswer } from '../../support/client.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())

/** Sends the text as it is: a client that serialises it would write something else. */
function put(pk: string, rest = ''): Promise<CallAnswer> {
  return client.call('PutItem', `{"TableName":"${table}","Item":{"pk":{"S":"${pk}"}${rest}}}`)
}

const halves = {
  'a first half': '\\ud83d',
  'another first half': '\\ud83e',
  'a second half': '\\udc00',
  'two first halves': '\\ud83d\\ud83d',
  'halves in the wrong order': '\\ude00\\ud83d',
  'a half within text': 'a\\udbffb',
  'a half in capital letters': '\\uD83D',
}

describe('half a character', () => {
  for (const [name, escape] of Object.entries(halves)) {
    it(`is refused in a key: ${name}`, async () => {
      const { status, type } = await put(escape)
      assert.deepEqual([status, type], [400, 'SerializationException'])
    })
  }

  it('is refused in a value and in a name, and nothing is stored', async () => {
    for (const rest of [',"a":{"S":"\\ud83d"}', ',"\\ud83d":{"S":"a"}']) {
      const { status, type } = await put('kept out', rest)
      assert.deepEqual([status, type], [400, 'SerializationException'])
    }
    const answer = await client.ask('GetItem', { TableName: table, Key: { pk: { S: 'kept out' } } })
    assert.deepEqual(answer, {})
  })

  it('is no half if the other one follows', async () => {
    assert.equal((await put('\\ud83d\\ude00')).status, 200)
    const Key = { pk: { S: '😀' } }
    const { Item } = await client.ask('GetItem', { TableName: table, Key })
    assert.deepEqual(Item, Key)
  })
})
