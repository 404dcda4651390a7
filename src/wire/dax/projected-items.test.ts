import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { project } from '../../expressions/project.js'
import type { DocumentPath } from '../../model/document-path.js'
import type { Item } from '../../model/item.js'
import { decodeCbor } from '../cbor/decode-cbor.js'
import { CborWriter } from '../cbor/encode-cbor.js'
import { writeProjectedItem } from './projected-items.js'

const item: Item = {
  n: { N: '1' },
  l: { L: [{ M: { a: { N: '10' } } }, { M: { b: { N: '20' } } }, { M: { a: { N: '30' } } }] },
  m: { M: { x: { L: [{ S: 'p' }, { S: 'q' }] } } },
}

describe('projected items of DAX', () => {
  for (const [paths, values] of [
    [[['n'], ['m', 'x', 1]], { 0: 1, 1: 'q' }],
    [[['missing'], ['n']], { 1: 1 }],
    [[['missing']], {}],
    [
      [
        ['m', 'x', 1],
        ['m', 'x', 0],
      ],
      { 0: 'q', 1: 'p' },
    ],
    [
      [
        ['m', 'x', 5],
        ['m', 'x', 1],
      ],
      { 1: 'q' },
    ],
    // What has no value leaves its place to the next that fits.
    [
      [
        ['l', 0, 'b'],
        ['l', 1, 'b'],
        ['l', 2, 'a'],
      ],
      { 0: 20, 2: 30 },
    ],
    [
      [
        ['l', 1, 'a'],
        ['l', 2, 'a'],
      ],
      { 0: 30 },
    ],
    [[['m']], { 0: new Map([['x', ['p', 'q']]]) }],
  ] as readonly (readonly [readonly DocumentPath[], Readonly<Record<number, unknown>>])[]) {
    it(`have ${Object.keys(values).length} of ${JSON.stringify(paths)}`, () => {
      const writer = new CborWriter()
      writeProjectedItem(writer, paths, project({ paths }, item))
      const read = decodeCbor(writer.written()) as ReadonlyMap<number, unknown>
      assert.deepEqual(Object.fromEntries(read), values)
    })
  }
})
