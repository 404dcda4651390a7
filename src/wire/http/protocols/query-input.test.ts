import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noQuirks } from '../../../api/quirks.js'
import { createService } from '../../../api/service.js'
import { readQueryInput } from './query-input.js'
import { xmlTexts } from './xml.js'

const service = createService(
  'test',
  {
    name: 'Test',
    version: '2026-01-01',
    signingName: 'test',
    protocols: ['query'],
    xmlNamespace: 'https://test.invalid/doc/',
    operations: { Do: { input: 'All', output: 'All' }, Rest: {} },
    errors: {},
    shapesJson: JSON.stringify({
      All: {
        kind: 'structure',
        members: {
          Name: 'Text',
          Count: 'Whole',
          Size: 'Long',
          Ratio: 'Real',
          On: 'Flag',
          At: 'Time',
          Bytes: 'Blob',
          Inner: 'Inner',
          List: 'List',
          Flat: 'Flat',
          Map: 'Map',
          FlatMap: 'FlatMap',
        },
      },
      Inner: { kind: 'structure', members: { Deep: 'List' } },
      List: { kind: 'list', element: 'Inner' },
      Flat: { kind: 'list', element: 'Text', flattened: true },
      Map: { kind: 'map', key: 'Text', value: 'Text' },
      FlatMap: { kind: 'map', key: 'Text', value: 'Whole', flattened: true },
      Text: { kind: 'string' },
      Whole: { kind: 'integer' },
      Long: { kind: 'long' },
      Real: { kind: 'double' },
      Flag: { kind: 'boolean' },
      Time: { kind: 'timestamp' },
      Blob: { kind: 'blob' },
    }),
  },
  noQuirks,
)
const operation = service.operations.get('Do')!

function read(query: string): unknown {
  return readQueryInput(operation, new URLSearchParams(query))
}

const rows: readonly (readonly [query: string, input: unknown, xml: string])[] = [
  ['Name=a%26%3C+b', { Name: 'a&< b' }, '<Name>a&amp;&lt; b</Name>'],
  ['Name=', { Name: '' }, '<Name></Name>'],
  ['Count=-7&On=true', { Count: -7, On: true }, '<Count>-7</Count><On>true</On>'],
  ['Size=5000000000', { Size: 5_000_000_000 }, '<Size>5000000000</Size>'],
  ['Ratio=1e-3', { Ratio: 0.001 }, '<Ratio>0.001</Ratio>'],
  ['At=2026-01-01T00:00:00Z', { At: 1767225600 }, '<At>2026-01-01T00:00:00Z</At>'],
  ['At=1970-01-01T00:00:00.250Z', { At: 0.25 }, '<At>1970-01-01T00:00:00.250Z</At>'],
  ['Bytes=AAE%3D', { Bytes: 'AAE=' }, '<Bytes>AAE=</Bytes>'],
  [
    'List.member.2.Deep.member.1=&List.member.1.Deep=',
    { List: [{ Deep: [] }, { Deep: [{}] }] },
    '<List><member><Deep></Deep></member><member><Deep><member></member></Deep></member></List>',
  ],
  ['List=', { List: [] }, '<List></List>'],
  ['Flat.10=b&Flat.9=a', { Flat: ['a', 'b'] }, '<Flat>a</Flat><Flat>b</Flat>'],
  [
    'Map.entry.1.key=k&Map.entry.1.value=v',
    { Map: { k: 'v' } },
    '<Map><entry><key>k</key><value>v</value></entry></Map>',
  ],
  [
    'FlatMap.1.value=1&FlatMap.1.key=__proto__',
    { FlatMap: JSON.parse('{"__proto__":1}') as unknown },
    '<FlatMap><key>__proto__</key><value>1</value></FlatMap>',
  ],
  ['Unknown.member.1=a&Name=b&Name=c', { Name: 'b' }, '<Name>b</Name>'],
]

describe('the query protocol', () => {
  for (const [query, input, xml] of rows) {
    it(`reads ${query}`, () => assert.deepEqual(read(query), input))
    it(`writes ${xml}`, () => {
      assert.equal(
        [...xmlTexts(operation, input, 'id')].join(''),
        `<DoResponse xmlns="https://test.invalid/doc/"><DoResult>${xml}</DoResult>` +
          '<ResponseMetadata><RequestId>id</RequestId></ResponseMetadata></DoResponse>',
      )
    })
  }

  for (const query of [
    'Count=1.5',
    'Count=',
    'Count=x',
    'Ratio=',
    'On=TRUE',
    'At=yesterday',
    'Name.More=a',
    'List.member.0.Deep=',
    'List.member.x.Deep=',
    'Map.entry.1.key=k',
  ]) {
    it(`refuses ${query}`, () =>
      assert.throws(() => read(query), { type: 'SerializationException' }))
  }

  it('writes no result where there is none', () => {
    assert.equal(
      [...xmlTexts(service.operations.get('Rest')!, undefined, 'id')].join(''),
      '<RestResponse xmlns="https://test.invalid/doc/"><ResponseMetadata><RequestId>id</RequestId></ResponseMetadata></RestResponse>',
    )
  })
})
