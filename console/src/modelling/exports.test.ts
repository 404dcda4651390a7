import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Script } from 'node:vm'
import { aggregatePicture } from './aggregate-picture.js'
import { emptyTable } from './data-model.js'
import { exampleShop } from './example-shop.js'
import { modelExports } from './model-exports.js'
import { readWorkbench } from './read-workbench.js'

const shop = exampleShop('Nov 16, 2026, 01:00 PM')

function textOf(id: string): string {
  return modelExports.find((each) => each.id === id)!.textOf(shop)
}

describe('exports of a model', () => {
  it('are files that can be read again', () => {
    assert.equal(readWorkbench(textOf('workbench')).model.patterns.length, 9)
    assert.equal(readWorkbench(textOf('workbench-strict')).model.patterns.length, 0)
  })

  it('say in Markdown what serves each pattern', () => {
    const text = textOf('markdown')
    assert.match(text, /\| Order \| `CUST#<customerId>` \| `ORDER#<date>#<orderId>` \|/)
    assert.match(
      text,
      /\| Order by its number \| Query \| GSI1 \| GSI1PK = ORDER#104, GSI1SK = ORDER \|/,
    )
    assert.match(text, /\| CUST#1 \| PROFILE \| Customer \| .*name: Ada Berg/)
  })

  it('draw every collection of the table and of its indexes', () => {
    const picture = textOf('svg')
    for (const text of ['CUST#1', 'EMAIL#ada@example.com', 'Shop · Waiting', 'Leyden jar']) {
      assert.ok(picture.includes(`>${text}<`), text)
    }
    assert.match(picture, /3 items, .*, 17 of 20 items not in it/)
  })

  it('draw texts that XML cannot hold', () => {
    const key = { partition: { name: 'p<', type: 'S' } } as const
    const samples = [{ 'p<': { S: 'a&\u0001"\ud800' } }]
    const picture = aggregatePicture({ ...shop, tables: [{ ...emptyTable('T', key), samples }] })
    assert.ok(picture.includes('>p&lt;<'))
    assert.ok(picture.includes('>a&amp;␁&quot;\ufffd<'))
  })

  it('quote names that code cannot have', () => {
    const table = { ...shop.tables[0]!, name: 'it\'s "T"' }
    const odd = {
      name: 'order line',
      templates: { PK: 'a`${b}<Song Id>', SK: '<1st>' },
      attributes: ['GSI1-PK', "it's"],
    }
    const model = { ...shop, tables: [{ ...table, entities: [odd] }] }
    for (const id of ['electrodb', 'onetable', 'toolbox']) {
      const code = modelExports.find((each) => each.id === id)!.textOf(model)
      assert.ok(code.includes("'it\\'s \"T\"'"), id)
      assert.ok(
        code.includes('OrderLine') && !code.includes('songId') && code.includes('SongId'),
        id,
      )
      assert.ok(code.includes("'GSI1-PK'"), id)
      // Parses as a program.
      assert.doesNotThrow(
        () => new Script(code.replace(/^import .*$/gm, '').replace(/^export /gm, '')),
        id,
      )
    }
  })
})
