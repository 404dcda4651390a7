import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { itemSizeBytes } from '../../src/model/item-size.js'
import type { Item } from '../../src/model/item.js'
import { fillInputs, rowNames, rowOf } from './rows.js'

interface Batch {
  readonly RequestItems: Readonly<Record<string, readonly { readonly PutRequest: Put }[]>>
}
interface Put {
  readonly Item: Item
}

function itemsOf(batch: object): readonly Item[] {
  return (batch as Batch).RequestItems['bench']!.map(({ PutRequest }) => PutRequest.Item)
}

describe('rows of the comparison', () => {
  it('have items of 1 KB', () => {
    const put = JSON.parse(rowOf('PutItem', 'bench').bodies[7]!) as Put
    assert.equal(itemSizeBytes(put.Item), 1024)
    const sizes = fillInputs('bench').flatMap(itemsOf).map(itemSizeBytes)
    assert.deepEqual([...new Set(sizes)], [1024])
  })

  it('put every item in a version that is not the one before it', () => {
    const bodies = rowOf('PutItem', 'bench').bodies
    const half = bodies.length / 2
    for (const index of [0, 1, half - 1]) {
      const [first, second] = [bodies[index]!, bodies[index + half]!]
      assert.equal(first.replaceAll('even#', 'odd#').slice(0, 150), second.slice(0, 150))
      assert.notEqual(first, second)
    }
    const filled = fillInputs('bench').flatMap(itemsOf)[0]!
    assert.ok(JSON.stringify(filled).includes('odd#'), 'the first puts change what was filled')
  })

  it('do not let transactions in flight share an item, at 256 connections', () => {
    const bodies = rowOf('TransactWriteItems of 4', 'bench').bodies
    const keys = bodies.map((body) => [...body.matchAll(/customer#\d+/g)].map(([key]) => key))
    for (let start = 0; start < keys.length; start += 100) {
      const inFlight = Array.from(
        { length: 256 },
        (_, n) => keys[(start + n) % keys.length]!,
      ).flat()
      assert.equal(new Set(inFlight).size, inFlight.length)
    }
  })

  it('are requests of the operation that they name', () => {
    for (const name of rowNames) {
      const { operation, bodies } = rowOf(name, 'bench')
      assert.ok(name.startsWith(operation))
      assert.ok(bodies.length > 0 && bodies.every((body) => body.includes('"bench"')))
    }
  })
})
