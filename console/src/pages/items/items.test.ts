import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSources } from '../../code/key-attributes.js'
import { emptyRead, type ReadState } from '../../code/read-state.js'
import type { CodeRequest } from '../../code/request.js'
import { readFragment, writeFragment } from '../../routes/fragment.js'
import type { Item } from '../../values/attribute-value.js'
import { ItemsReader } from './items-reader.js'
import { rememberedQueriesMax, pageRowsDefault, readBytesMax, readDurationMsMax } from './limits.js'
import { parametersOf, withParameters } from './parameters.js'
import { settledQuery, withOperator, withPartition, withSource } from './query-draft.js'
import { linkOfQuery, queryOfLink } from './query-link.js'
import { readPage, type ReadAnswer } from './read-page.js'
import { ResultWriter } from './result-files.js'
import { withQuery, withRan, type RanQuery } from './query-lists.js'

const query: ReadState = {
  kind: 'query',
  index: 'GSI 1',
  partition: [{ S: 'USER#42 & more' }, { N: '7' }],
  sort: [
    { operator: '=', values: [{ B: 'AAE=' }] },
    { operator: 'between', values: [{ S: 'a:b' }, { S: '["c"]' }] },
  ],
  filters: [
    { path: 'a.b[0]', operator: 'in', values: [{ S: 'x' }, { NULL: true }, { BOOL: false }] },
    { path: 'c', operator: 'exists', values: [] },
  ],
  projection: ['a', 'b c'],
  limit: 5,
  descending: true,
  consistent: true,
}

describe('a query in an address', () => {
  const there = (state: ReadState) => queryOfLink(readFragment(writeFragment(linkOfQuery(state))))

  it('keeps every part', () => assert.deepEqual(there(query), query))
  it('is empty for a scan of everything', () => {
    assert.equal(writeFragment(linkOfQuery(emptyRead)), '')
    assert.deepEqual(there(emptyRead), { ...emptyRead, index: undefined, limit: undefined })
  })
  it('survives damage', () => {
    const state = queryOfLink({ m: 'query', pk: 'X', sk: 'begins', f: '[[1]', l: '-1', p: '{}' })
    assert.equal(state.kind, 'scan')
    assert.deepEqual(state.filters, [])
  })
})

const [table] = readSources({
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
})

describe('a query while it is typed', () => {
  it('is a query as soon as the partition key has a value', () => {
    const typed = withPartition(emptyRead, table!, 0, 'x')
    assert.equal(typed.kind, 'query')
    assert.equal(withPartition(typed, table!, 0, '').kind, 'scan')
  })
  it('runs without what is not finished', () => {
    const draft: ReadState = {
      ...withPartition(emptyRead, table!, 0, 'x'),
      sort: [{ operator: '>', values: [{ N: '' }] }],
      filters: [
        { path: '', operator: '=', values: [{ S: 'x' }] },
        { path: 'a', operator: '=', values: [{ S: '' }] },
      ],
    }
    const settled = settledQuery(draft, table!)
    assert.deepEqual(settled.sort, [])
    assert.deepEqual(settled.filters, [{ path: 'a', operator: '=', values: [{ S: '' }] }])
  })
  it('keeps the values of attributes that another index has, too', () => {
    const other = { ...table!, index: 'I', partition: [{ name: 'pk', type: 'S' as const }] }
    const turned = withSource(withPartition(emptyRead, table!, 0, 'x'), table, other)
    assert.deepEqual(turned.partition, [{ S: 'x' }])
    assert.equal(turned.kind, 'query')
  })
  it('has as many values as an operator takes', () => {
    const filter = { path: 'a', operator: '=', values: [{ N: '1' }] } as const
    assert.equal(withOperator(filter, 'between').values.length, 2)
    assert.equal(withOperator(filter, 'exists').values.length, 0)
    assert.deepEqual(withOperator(filter, 'size>').values, [{ N: '' }])
  })
})

describe('parameters', () => {
  const state = { ...query, partition: [{ S: 'C#{{customer}}' }, { N: '{{ year }}' }] }
  it('are found once each', () => {
    assert.deepEqual(parametersOf(state), ['customer', 'year'])
  })
  it('are put in', () => {
    const filled = withParameters(state, { customer: 'Zoe', year: '2026' })
    assert.deepEqual(filled.partition, [{ S: 'C#Zoe' }, { N: '2026' }])
  })
})

describe('saved queries', () => {
  it('are replaced by name', () => {
    const saved = withQuery([{ name: 'a', state: emptyRead }], { name: 'a', state: query })
    assert.deepEqual(saved, [{ name: 'a', state: query }])
  })
  it('are remembered once each, up to a limit', () => {
    let ran: readonly RanQuery[] = []
    for (let limit = 1; limit <= rememberedQueriesMax + 1; limit++) {
      ran = withRan(ran, { at: limit, state: { ...emptyRead, limit } })
    }
    assert.equal(ran.length, rememberedQueriesMax)
    assert.equal(withRan(ran, ran[3]!)[0], ran[3])
    assert.equal(withRan(ran, ran[3]!).length, rememberedQueriesMax)
  })
})

const scan: CodeRequest = { operation: 'Scan', input: { TableName: 'T' } }

/** A table of numbered items that a request reads in steps. */
function numbered(total: number, step: number, units = 0.5) {
  return (request: CodeRequest): Promise<ReadAnswer> => {
    const { ExclusiveStartKey, Limit, FilterExpression } = request.input as {
      ExclusiveStartKey?: { pk: { N: string } }
      Limit?: number
      FilterExpression?: string
    }
    const from = ExclusiveStartKey === undefined ? 0 : Number(ExclusiveStartKey.pk.N) + 1
    const to = Math.min(total, from + Math.min(step, Limit ?? step))
    const read = Array.from({ length: to - from }, (_, at): Item => ({
      pk: { N: String(from + at) },
    }))
    return Promise.resolve({
      Items: FilterExpression === undefined ? read : read.filter((_, at) => at === 0),
      ScannedCount: read.length,
      ConsumedCapacity: { CapacityUnits: units },
      ...(to < total && { LastEvaluatedKey: { pk: { N: String(to - 1) } } }),
    })
  }
}

describe('a page', () => {
  const filtered: CodeRequest = { ...scan, input: { TableName: 'T', FilterExpression: 'x' } }
  const wish = (request: CodeRequest, rows: number, now = () => 0) => ({
    request,
    start: undefined,
    rows,
    signal: new AbortController().signal,
    now,
  })

  it('reads on until it is filled', async () => {
    const page = await readPage(numbered(1000, 10), wish(filtered, 5))
    assert.equal(page.items.length, 5)
    assert.equal(page.read, 50)
    assert.equal(page.ended, 'filled')
  })
  it('ends at the end', async () => {
    const page = await readPage(numbered(25, 10), wish(filtered, 5))
    assert.equal(page.ended, 'end')
    assert.equal(page.next, undefined)
  })
  it('ends at its bytes', async () => {
    const units = readBytesMax / 8192 / 2
    const page = await readPage(numbered(1000, 10, units), wish(filtered, 50))
    assert.equal(page.ended, 'bytes')
    assert.equal(page.requests, 2)
  })
  it('ends after its time', async () => {
    let clock = 0
    const now = () => (clock += readDurationMsMax / 2)
    const page = await readPage(numbered(1000, 10), wish(filtered, 50, now))
    assert.equal(page.ended, 'time')
  })
  it('keeps what it has when it is stopped', async () => {
    const abort = new AbortController()
    const send = numbered(1000, 10)
    const page = await readPage(
      (request) => {
        if (request.input['ExclusiveStartKey'] === undefined) return send(request)
        abort.abort()
        return Promise.reject(new Error('aborted'))
      },
      { ...wish(filtered, 50), signal: abort.signal },
    )
    assert.equal(page.ended, 'stopped')
    assert.equal(page.items.length, 1)
    assert.deepEqual(page.next, { pk: { N: '9' } })
  })
})

describe('the reader', () => {
  const open = (total: number, rowsMax = 1_000_000) =>
    new ItemsReader({ send: numbered(total, 5000), now: () => 0, rowsMax })

  it('reads page after page', async () => {
    const reader = open(250)
    await reader.start(scan)
    assert.equal(reader.state().items.count, pageRowsDefault)
    await reader.more()
    await reader.more()
    assert.equal(reader.state().items.count, 250)
    assert.equal(reader.canRead, false)
  })
  it('reads to the end, drops what is far and reads it again when it is seen', async () => {
    const reader = open(60_000)
    await reader.start(scan)
    await reader.all()
    const { items } = reader.state()
    assert.equal(items.count, 60_000)
    assert.equal(items.at(40_000), undefined)
    await reader.see(40_000, 40_010)
    assert.deepEqual(items.at(40_010), { pk: { N: '40010' } })
    await reader.see(0, 10)
    assert.deepEqual(items.at(0), { pk: { N: '0' } })
  })
  it('ends where the grid ends', async () => {
    const reader = open(20_000, 10_000)
    await reader.start(scan)
    await reader.all()
    assert.equal(reader.canRead, false)
    assert.ok(reader.state().items.count >= 10_000)
  })
  it('forgets a read that another one overtook', async () => {
    const reader = open(50)
    const first = reader.start(scan)
    const second = reader.start({ ...scan, input: { TableName: 'T', Limit: 7 } })
    await Promise.all([first, second])
    assert.equal(reader.state().items.count, 7)
  })
  it('keeps its rows when a page fails', async () => {
    const send = numbered(500, 5000)
    const reader = new ItemsReader({
      send: (request) =>
        request.input['ExclusiveStartKey'] === undefined
          ? send(request)
          : Promise.reject(new Error('no')),
      now: () => 0,
      rowsMax: 1000,
    })
    await reader.start(scan)
    await reader.more()
    assert.equal(reader.state().phase, 'failed')
    assert.equal(reader.state().items.count, pageRowsDefault)
  })
})

describe('a result as a file', () => {
  const items: readonly Item[] = [
    { pk: { S: 'a,"b"\n' }, n: { N: '12345678901234567890123456789012345678' } },
    { pk: { S: '' }, m: { M: { x: { NS: ['1', '2'] } } }, late: { BOOL: false } },
  ]
  const text = (writer: ResultWriter) =>
    writer.begin() + writer.write(items.slice(0, 1)) + writer.write(items.slice(1)) + writer.end()

  it('is CSV with every digit', () => {
    const writer = new ResultWriter('csv', ['pk', 'n', 'm'])
    assert.equal(
      text(writer),
      'pk,n,m\r\n"a,""b""\n",12345678901234567890123456789012345678,\r\n"",,"{""x"":[1,2]}"\r\n',
    )
    assert.deepEqual(writer.leftOut, ['late'])
  })
  it('is JSON with every digit', () => {
    const json = text(new ResultWriter('json', []))
    assert.match(json, /"n":12345678901234567890123456789012345678}/)
    assert.equal((JSON.parse(json) as unknown[]).length, 2)
  })
  it('is DynamoDB JSON', () => {
    assert.deepEqual(JSON.parse(text(new ResultWriter('dynamodb-json', []))), items)
  })
})
