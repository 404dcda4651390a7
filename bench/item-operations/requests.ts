/** The requests of the bench: an item of about 1 KB, and one of 200 bytes, each under many keys. */
import type { Item } from '../../src/model/item.js'
import { padded } from '../padded-item.js'
import { sampleItems } from '../stored-form/sample-items.js'

export const tableName = 'bench'
export const keyCount = 1000

const sample = sampleItems.find(({ name }) => name === '1 KB')!.item
const indexes = Array.from({ length: keyCount }, (_, index) => index)

export function itemOf(index: number): Item {
  return { ...sample, ...keyOf(index) }
}

export function keyOf(index: number): Item {
  return { pk: { S: `customer#${index}` }, sk: { S: 'order#2026-03-14T09:26:53.589Z' } }
}

export const getBodies = indexes.map((index) =>
  JSON.stringify({ TableName: tableName, Key: keyOf(index) }),
)
export const putBodies = indexes.map((index) =>
  JSON.stringify({ TableName: tableName, Item: itemOf(index) }),
)

const smallItemBytes = 200

/** Under separate keys, so that the larger items stay unchanged. */
export const smallPutBodies = indexes.map((index) => {
  const key = { pk: { S: `small#${index}` }, sk: { S: 'order#1' } }
  return JSON.stringify({ TableName: tableName, Item: padded(key, smallItemBytes) })
})
