import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { exampleShop } from './example-shop.js'
import { readWorkbench, UnreadableModel } from './read-workbench.js'
import { workbenchDate, writeWorkbench } from './write-workbench.js'

/** The compiled tests run below dist/, the files stay with the sources. */
const testdata = new URL('../../../../console/src/modelling/testdata/', import.meta.url)

function fileOf(name: string): string {
  return readFileSync(new URL(name, testdata), 'utf8')
}

/** Everything of `part` is in `whole`, in its order where it is a list. */
function assertHolds(whole: unknown, part: unknown, path = 'file'): void {
  if (typeof part !== 'object' || part === null) return assert.deepEqual(whole, part, path)
  assert.ok(typeof whole === 'object' && whole !== null, `${path} is gone`)
  if (Array.isArray(part)) assert.equal((whole as readonly unknown[]).length, part.length, path)
  for (const [name, value] of Object.entries(part)) {
    assertHolds((whole as Record<string, unknown>)[name], value, `${path}.${name}`)
  }
}

/** One more member in every object but items, whose members are attributes. */
function withUnknownMembers(value: unknown, name = ''): unknown {
  if (typeof value !== 'object' || value === null || name === 'TableData') return value
  if (Array.isArray(value)) return value.map((each) => withUnknownMembers(each))
  const members = Object.entries(value).map(([each, inner]) => [
    each,
    withUnknownMembers(inner, each),
  ])
  return { ...Object.fromEntries(members), 'Added later': [{ by: 'somebody' }] } as unknown
}

describe('model files of NoSQL Workbench', () => {
  for (const name of ['music-2019.json', 'ledger-3.0.json']) {
    it(`loses nothing of ${name}, whichever member it is`, () => {
      const text = fileOf(name)
      const { model, notes } = readWorkbench(text)
      assert.deepEqual(notes, [])
      assertHolds(JSON.parse(writeWorkbench(model, { strict: true })), JSON.parse(text))
    })

    it(`keeps members that nobody knows anywhere in ${name}`, () => {
      const file = withUnknownMembers(JSON.parse(fileOf(name)))
      const { model } = readWorkbench(JSON.stringify(file))
      assertHolds(JSON.parse(writeWorkbench(model, { strict: true })), file)
    })

    it(`writes ${name} alike once more`, () => {
      const once = writeWorkbench(readWorkbench(fileOf(name)).model, { strict: false })
      assert.equal(writeWorkbench(readWorkbench(once).model, { strict: false }), once)
    })
  }

  it('writes version 3.0 and every member, whatever was read', () => {
    const { model } = readWorkbench(fileOf('music-2019.json'))
    const file = JSON.parse(writeWorkbench(model, { strict: true })) as {
      ModelMetadata: Record<string, unknown>
      DataModel: Record<string, unknown>[]
    }
    assert.equal(file.ModelMetadata['Version'], '3.0')
    assert.equal(file.ModelMetadata['AWSService'], 'Amazon DynamoDB')
    assert.deepEqual(Object.keys(file.DataModel[0]!), [
      'TableName',
      'KeyAttributes',
      'NonKeyAttributes',
      'TableFacets',
      'GlobalSecondaryIndexes',
      'TableData',
      'DataAccess',
      'SampleDataFormats',
      'BillingMode',
    ])
  })

  it('takes items of facets into the table, and the facets for entities', () => {
    const [table] = readWorkbench(fileOf('music-2019.json')).model.tables
    assert.equal(table!.samples.length, 1)
    assert.deepEqual(
      table!.entities.map(({ name, templates }) => [name, templates]),
      [
        ['Details', { Id: '<SongId>', Metadata: '<Metadata>' }],
        ['Month totals', { Id: '<SongId>', Metadata: 'Month-<month>' }],
      ],
    )
  })

  it('keeps what the format cannot say in x-gramme, and leaves it out of strict files', () => {
    const shop = exampleShop('Nov 16, 2026, 01:00 PM')
    const table = { ...shop.tables[0]!, ttlAttribute: 'expires' }
    const local = {
      ...table.indexes[0]!,
      name: 'L',
      kind: 'local' as const,
      key: { partition: table.key.partition, sort: { name: 'total', type: 'N' as const } },
    }
    const model = { ...shop, tables: [{ ...table, indexes: [...table.indexes, local] }] }
    const whole = readWorkbench(writeWorkbench(model, { strict: false })).model
    const withoutFacets = {
      ...whole,
      tables: whole.tables.map((each) => ({
        ...each,
        entities: each.entities.map(({ facet: _, ...entity }) => entity),
      })),
    }
    assert.deepEqual(withoutFacets, {
      ...model,
      tables: model.tables.map((each) => ({ ...each, kept: { DataAccess: { MySql: {} } } })),
    })
    const strict = writeWorkbench(model, { strict: true })
    assert.ok(!strict.includes('x-gramme'))
    assert.equal(readWorkbench(strict).model.tables[0]!.indexes.at(-1)!.kind, 'global')
  })

  it('reads a byte order mark, and drops keys from lists of projected attributes', () => {
    const text = fileOf('ledger-3.0.json').replace('["tags"]', '["PK", "tags", "amount"]')
    const { model } = readWorkbench(`\uFEFF${text}`)
    assert.deepEqual(model.tables[0]!.indexes[0]!.projection, {
      kind: 'INCLUDE',
      attributes: ['tags'],
      listedKeys: ['PK', 'amount'],
    })
  })

  it('writes the keys back that a file lists as projected', () => {
    const listed = '["PK", "amount", "tags"]'
    const text = fileOf('ledger-3.0.json').replace('["tags"]', listed)
    const written = writeWorkbench(readWorkbench(text).model, { strict: true })
    assertHolds(JSON.parse(written), JSON.parse(text))
  })

  it('reads aliases of facets without items as templates', () => {
    const file = {
      DataModel: [
        {
          TableName: 'T',
          KeyAttributes: {
            PartitionKey: { AttributeName: 'pk' },
            SortKey: { AttributeName: 'sk' },
          },
          TableFacets: [
            {
              FacetName: 'Visit',
              KeyAttributeAlias: { PartitionKeyAlias: 'PATIENT2#name', SortKeyAlias: 'day#ward' },
            },
          ],
          GlobalSecondaryIndexes: [
            { IndexName: 'Back', KeyAttributes: { PartitionKey: { AttributeName: 'sk' } } },
          ],
        },
      ],
    }
    const { model, notes } = readWorkbench(JSON.stringify(file))
    assert.deepEqual(notes, [])
    const templates = { pk: 'PATIENT2#<name>', sk: '<day>#<ward>' }
    assert.deepEqual(model.tables[0]!.entities[0]!.templates, templates)
    assert.equal(model.tables[0]!.indexes[0]!.projection.kind, 'ALL')
    const written = JSON.parse(writeWorkbench(model, { strict: true })) as typeof file
    assert.deepEqual(
      written.DataModel[0]!.TableFacets[0]!.KeyAttributeAlias,
      file.DataModel[0]!.TableFacets[0]!.KeyAttributeAlias,
    )
  })

  it('reports rows without a proper key and imports the rest', () => {
    const text = fileOf('ledger-3.0.json').replace('"SK": { "N": "2" }', '"SK": { "S": "2" }')
    const { model, notes } = readWorkbench(text)
    assert.equal(model.tables[0]!.samples.length, 1)
    assert.deepEqual(notes, ['Ledger, row 2: a key attribute is missing or of another type.'])
  })

  const refused: readonly (readonly [string, RegExp])[] = [
    ['{', /not JSON/],
    ['{"Resources":{}}', /no DataModel/],
    ['{"ModelMetadata":{"AWSService":"Amazon Keyspaces"},"DataModel":[]}', /for Amazon Keyspaces/],
  ]
  for (const [text, reason] of refused) {
    it(`refuses ${text}`, () => {
      assert.throws(
        () => readWorkbench(text),
        (error) => error instanceof UnreadableModel && reason.test(error.message),
      )
    })
  }

  it('writes dates as Workbench does', () => {
    assert.equal(workbenchDate(new Date(2023, 3, 14, 2, 17)), 'Apr 14, 2023, 02:17 AM')
    assert.equal(workbenchDate(new Date(2023, 3, 14, 12, 5)), 'Apr 14, 2023, 12:05 PM')
  })
})
