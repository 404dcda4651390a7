/** What each way to read or write items reports as its work. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { indexKey, itemKey } from '../storage/keyspace.js'
import { partitionNumber } from '../storage/partition-hash.js'
import type { ReadRequest } from './read/query.js'
import { openTable, type TestTable } from './table-suite.js'
import { subjectItem, type Touch, type Work } from './work.js'
import type { Write } from './write/write.js'

const thing = (pk: string, group?: string): Item => ({
  pk: { S: pk },
  ...(group !== undefined && { group: { S: group } }),
})

const put = (item: Item): Write => {
  return { action: { kind: 'put', item, sizeBytes: itemSizeBytes(item) } }
}

const all: ReadRequest = {
  indexName: undefined,
  consistent: false,
  start: undefined,
  limit: undefined,
  filter: undefined,
  selection: { kind: 'projected' },
}

describe('the work of a request', () => {
  const keySchema = { partition: { name: 'pk', type: 'S' } } as const
  const group = { partition: [{ name: 'group', type: 'S' }], sort: [] } as const
  let test: TestTable

  const index = { name: 'groups', kind: 'global', keySchema: group } as const
  const definition = { ...index, projection: { kind: 'all' } } as const
  // Not in `before`: an engine opened there is closed when `before` ends.
  const opening = openTable({ keySchema, indexes: [definition] })

  before(async () => {
    test = await opening
    await test.put(thing('a', 'g'))
  })

  const inTable = (pk: string): number => partitionNumber(itemKey(keySchema, thing(pk)))
  const inIndex = (pk: string, of: string): number =>
    partitionNumber(indexKey(group, keySchema, thing(pk, of)))

  const check = (what: string, run: () => Promise<Work>, ...expected: Partial<Touch>[]): void => {
    it(`that ${what}`, async () => {
      const work = await run()
      assert.equal(work.length, expected.length)
      work.forEach((touch, i) => {
        const rest = { table: test.table, indexName: undefined, consistency: 'strong' }
        const { subject, ...facts } = expected[i]!
        const { subject: _subject, ...told } = touch
        assert.deepEqual(told, { ...rest, ...facts })
        if (subject === undefined) return
        const item = subjectItem(touch)!
        for (const [name, value] of Object.entries(subject)) assert.deepEqual(item[name], value)
      })
    })
  }

  const key = { pk: { S: 'a' } }
  const got = { kind: 'read', partition: inTable('a'), bytes: 9, subject: key } as const
  const missed = { kind: 'read', partition: inTable('b'), bytes: 0 } as const
  const keyA = thing('a')
  const keyB = thing('b')

  const get = (key: Item, consistent: boolean) => async () =>
    (await test.items.get(test.table, key, consistent)).work
  check('gets an item is its bytes', get(keyA, true), got)
  check('gets with eventual consistency says so', get(keyA, false), {
    ...got,
    consistency: 'eventual',
  })
  check('gets nothing is a touch too', get(keyB, true), missed)

  const keys = () =>
    [keyA, keyB].map((key) => ({ table: test.table, key, consistent: true, projection: undefined }))
  check('gets a batch', async () => (await test.items.batchGet(keys())).work, got, missed)
  const consistency = 'transactional' as const
  check(
    'gets in a transaction',
    async () => (await test.items.transactGet(keys())).work,
    { ...got, consistency },
    { ...missed, consistency },
  )

  check(
    'scans names no partition',
    async () => (await test.items.scan(test.table, { ...all, segment: undefined })).work,
    { kind: 'read', consistency: 'eventual', partition: undefined, bytes: 9 },
  )
  check(
    'queries an index names its partition there',
    async () => {
      const conditions = [{ kind: '=', attribute: 'group', value: { S: 'g' } }] as const
      const request = { ...all, indexName: 'groups', conditions, reverse: false, filterName: 'F' }
      return (await test.items.query(test.table, request)).work
    },
    {
      indexName: 'groups',
      kind: 'read',
      consistency: 'eventual',
      partition: inIndex('a', 'g'),
      bytes: 9,
    },
  )

  const written = { kind: 'write', partition: inTable('a'), bytes: 9 } as const
  const entry = (of: string): Partial<Touch> => {
    return { indexName: 'groups', kind: 'write', partition: inIndex('a', of), bytes: 9 }
  }
  check(
    'leaves an index as it is does not touch it',
    async () => (await test.items.write(test.table, put(thing('a', 'g')))).work,
    written,
  )
  check(
    'moves an item in an index touches both places',
    async () => (await test.items.write(test.table, put(thing('a', 'h')))).work,
    written,
    entry('g'),
    entry('h'),
  )
  check(
    'fails on a condition is as much as writing, where writes are answered one by one',
    async () => {
      const write = { ...put(thing('a')), condition: { kind: 'exists', path: ['no'] } } as const
      const [outcome] = await test.items.writeEach([{ table: test.table, write }], [test.table])
      assert.equal(outcome?.kind, 'failed')
      return outcome.kind === 'failed' ? outcome.work : []
    },
    written,
  )

  const transact = async (): Promise<Work> => {
    const scope = { account: '000000000000', region: 'us-east-1' }
    const token = { kind: 'items', scope, text: 't', digest: Buffer.alloc(32), nowMs: 0 } as const
    const writes = [{ table: test.table, write: put(thing('a', 'i')) }]
    return (await test.items.transactWrite(writes, { token })).work
  }
  check(
    'writes in a transaction',
    transact,
    { ...written, consistency },
    { ...entry('h'), consistency },
    { ...entry('i'), consistency },
  )
  check('repeats a transaction only reads', transact, { ...got, consistency })
})
