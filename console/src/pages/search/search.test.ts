import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '../../api/client.js'
import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import { readOnlyClient } from '../../api/read-only.js'
import type { Item } from '../../values/attribute-value.js'
import { topKMax } from './limits.js'
import { readVector, vectorText } from './read-vector.js'
import { scoredRows } from './scored-rows.js'
import { emptySearch, searchAttributes, searchInput, topKFault } from './search-draft.js'
import { takeVector } from './take-vector.js'

describe('a vector that somebody pasted', () => {
  const two = { vector: [{ N: '0.10' }, { N: '-2E+3' }] }
  const rows: readonly (readonly [string, string, object])[] = [
    ['a list of numbers, with every digit', '[0.10, -2E+3]', two],
    ['DynamoDB JSON', '{"L": [{"N": "0.10"}, {"N": "-2E+3"}]}', two],
    ['the elements of DynamoDB JSON', '[{"N": "0.10"}, {"N": "-2E+3"}]', two],
    ['an empty list, which the service refuses', '[]', { vector: [] }],
    ['nothing yet', ' \n', { fault: undefined }],
    ['no list', '{"N": "1"}', { fault: 'Expected a list of numbers: [0.1, 0.7, 0.2]' }],
    ['a text among numbers', '[1, "2"]', { fault: 'Element 2 is no number.' }],
    ['no JSON', '[1,\n2', { fault: 'Expected a comma or ] (line 2, column 2).' }],
  ]
  for (const [name, text, wanted] of rows) {
    it(name, () => assert.deepEqual(readVector(text), wanted))
  }

  it('is had from an item without a change', () => {
    const value = { L: [{ N: '0.10' }, { N: '7' }] }
    assert.deepEqual(readVector(vectorText(value)!), { vector: value.L })
    assert.equal(vectorText({ L: [{ S: 'x' }] }), undefined)
    assert.equal(vectorText(undefined), undefined)
  })
})

const description: TableDescription = {
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'tenant', AttributeType: 'S' },
    { AttributeName: 'year', AttributeType: 'N' },
  ],
}
const attributes = searchAttributes(
  {
    SearchSchema: [
      { AttributeName: 'tenant', SearchSchemaElementType: 'HASH' },
      { AttributeName: 'year', SearchSchemaElementType: 'INLINE_FILTER' },
    ],
  },
  description,
)

describe('a search that is being typed', () => {
  const typed = { ...emptySearch, vector: '[1, 2]', topK: '3' }

  it('has no condition on what is empty', () => {
    assert.deepEqual(searchInput(typed, 'T', 'Near', attributes), {
      TableName: 'T',
      IndexName: 'Near',
      SearchVector: [{ N: '1' }, { N: '2' }],
      TopK: 3,
    })
  })

  it('compares each attribute in its own type', () => {
    const conditions = { tenant: 'acme', year: '2026 ', other: 'x' }
    const input = searchInput({ ...typed, conditions }, 'T', 'Near', attributes)
    assert.equal(input?.SearchConditionExpression, '#n0 = :v0 AND #n1 = :v1')
    assert.deepEqual(input?.ExpressionAttributeNames, { '#n0': 'tenant', '#n1': 'year' })
    assert.deepEqual(input?.ExpressionAttributeValues, {
      ':v0': { S: 'acme' },
      ':v1': { N: '2026' },
    })
  })

  it('makes no request without a vector or a count', () => {
    assert.equal(searchInput(emptySearch, 'T', 'Near', attributes), undefined)
    assert.equal(searchInput({ ...typed, topK: '0' }, 'T', 'Near', attributes), undefined)
  })

  it('has up to 100 results', () => {
    assert.equal(topKFault(String(topKMax)), undefined)
    assert.equal(topKFault(String(topKMax + 1)), '1 to 100.')
  })
})

describe('the vector of an item', () => {
  const answering = (item: Item | undefined): Client =>
    readOnlyClient({ call: () => Promise.resolve({ Item: item }) } as unknown as Client)
  const question = {
    table: 'T',
    key: { id: { S: 'a' } },
    attribute: 'embedding',
    hash: attributes[0],
  }

  it('comes with the scope of the item', async () => {
    const item = { embedding: { L: [{ N: '1' }] }, tenant: { S: 'acme' } }
    assert.deepEqual(await takeVector(answering(item), question), {
      vector: '[1]',
      conditions: { tenant: 'acme' },
    })
  })

  it('may be missing', async () => {
    await assert.rejects(takeVector(answering(undefined), question), /no such item/)
    await assert.rejects(takeVector(answering({}), question), /no list of numbers in embedding/)
  })
})

describe('what was found', () => {
  it('has its score before its attributes', () => {
    const { scoreColumn, items } = scoredRows([{ item: { id: { S: 'a' } }, score: 0.25 }])
    assert.equal(scoreColumn, 'score')
    assert.deepEqual(items, [{ score: { N: '0.25' }, id: { S: 'a' } }])
  })

  it('keeps an attribute of the same name', () => {
    const { scoreColumn, items } = scoredRows([{ item: { score: { S: 'b' } }, score: 1 }])
    assert.equal(scoreColumn, '(score)')
    assert.deepEqual(items, [{ '(score)': { N: '1' }, score: { S: 'b' } }])
  })
})
