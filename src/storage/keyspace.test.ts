import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AssertionError } from '../stdx/assert.js'
import type { Item } from '../model/item.js'
import type { IndexKeySchema, KeySchema } from '../model/key-schema.js'
import * as keyspace from './keyspace.js'

const { indexKey, itemKey, keyBytesMax } = keyspace
const table: KeySchema = { partition: { name: 'p', type: 'S' }, sort: { name: 's', type: 'N' } }
const index: IndexKeySchema = {
  partition: [{ name: 'g', type: 'S' }],
  sort: [{ name: 'h', type: 'B' }],
}
const item = (s: string, g = 'x', h = 'AAE='): Item => ({
  p: { S: 'a' },
  s: { N: s },
  g: { S: g },
  h: { B: h },
})
const scope = { account: '000000000000', region: 'eu-west-1' }

describe('keyspace', () => {
  it('builds the keys that are on disk', () => {
    const partitionOnly: KeySchema = { partition: { name: 'p', type: 'N' } }
    const rows: [Buffer, string][] = [
      [itemKey(table, item('-12.5')), 'f6558e516275ca978112ca1bbdcafac231b39a23dc4d3e593366'],
      [itemKey(partitionOnly, { p: { N: '1' } }), 'c3a0310aed787e01c6d3f5af3116668afb6b2376daa4'],
      [
        indexKey(index, table, item('1')),
        '545e2681232d2d711642b726b04401627ca9fbac32f5' +
          '00ff010000' +
          '8e99e9fe2c5fb9ae56bfa86492a9a23f7e763c363cbc',
      ],
      [keyspace.formatKey(), '01'],
      [keyspace.nextSpaceKey(), '02'],
      [
        keyspace.tableStampKey(scope, 'T'),
        '03303030303030303030303030000065752d776573742d31000054',
      ],
      [
        keyspace.tableRecordKey(scope, 'T'),
        '04303030303030303030303030000065752d776573742d31000054',
      ],
    ]
    for (const [key, hex] of rows) assert.equal(key.toString('hex'), hex)
  })

  it('orders the items of a partition by their sort value', () => {
    const numbers = ['-5', '-0.1', '0', '2', '10', '1e20']
    const keys = numbers.map((s) => itemKey(table, item(s)))
    assert.deepEqual(
      [...keys].reverse().sort((a, b) => Buffer.compare(a, b)),
      keys,
    )
  })

  it('orders index entries by all their sort parts, and keeps equal ones apart', () => {
    const two: IndexKeySchema = { ...index, sort: [{ name: 'g', type: 'S' }, ...index.sort] }
    const sorted = [
      item('1', 'a', 'AAAA'),
      item('1', 'a', 'AAE='),
      item('1', 'a\x00'),
      item('1', 'ab'),
    ]
    const keys = sorted.map((each) =>
      indexKey({ ...two, partition: [table.partition] }, table, each),
    )
    assert.deepEqual(
      [...keys].reverse().sort((a, b) => Buffer.compare(a, b)),
      keys,
    )
    assert.notDeepEqual(indexKey(index, table, item('1')), indexKey(index, table, item('2')))
    // Adjacent parts cannot be confused.
    const pair: IndexKeySchema = { partition: [...index.partition, ...index.sort], sort: [] }
    const ab = { ...item('1', 'ab'), h: { B: 'Yw==' } }
    const a = { ...item('1', 'a'), h: { B: 'YmM=' } }
    assert.notDeepEqual(indexKey(pair, table, ab), indexKey(pair, table, a))
  })

  it('keeps the longest key within what engines can hold', () => {
    const long: IndexKeySchema = {
      partition: index.partition,
      sort: ['1', '2', '3', '4'].map((name) => ({ name, type: 'B' })),
    }
    const zeros = Buffer.alloc(256).toString('base64')
    const parts = Object.fromEntries(long.sort.map(({ name }) => [name, { B: zeros }]))
    const key = indexKey(long, table, { ...item('1', 'x'.repeat(2048)), ...parts })
    assert.equal(key.length, keyBytesMax)
    assert.equal(keyBytesMax, 2100)
    assert.throws(
      () =>
        indexKey(long, table, {
          ...item('1'),
          ...parts,
          '1': { B: Buffer.alloc(300).toString('base64') },
        }),
      AssertionError,
    )
    assert.throws(
      () =>
        itemKey(
          { ...table, sort: { name: 's', type: 'S' } },
          { p: { S: 'a' }, s: { S: 'x'.repeat(1025) } },
        ),
      AssertionError,
    )
  })

  it('refuses an item without its key', () => {
    assert.throws(() => itemKey(table, { p: { S: 'a' } }), AssertionError)
    assert.throws(() => itemKey({ partition: { name: 'toString', type: 'S' } }, {}), AssertionError)
  })

  it('divides a table into segments without gaps or overlap', () => {
    for (const total of [1, 2, 3, 7, 1_000_000]) {
      const first = keyspace.segmentRange(0, total)
      const last = keyspace.segmentRange(total - 1, total)
      assert.deepEqual(first.from, Buffer.alloc(6))
      assert.deepEqual(last.to, Buffer.alloc(22, 0xff))
      for (let segment = 1; segment < Math.min(total, 50); segment++) {
        const { from, to } = keyspace.segmentRange(segment, total)
        assert.deepEqual(from, keyspace.segmentRange(segment - 1, total).to)
        assert.ok(Buffer.compare(from, to) < 0)
      }
    }
    assert.throws(() => keyspace.segmentRange(3, 3), AssertionError)
  })

  it('lists the tables of one scope, in the order of their names', () => {
    const within = (key: Buffer, { from, to }: keyspace.KeyRange) =>
      Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0
    const key = keyspace.tableStampKey(scope, 'Music')
    const others = [
      { ...scope, region: 'eu-west-11' },
      { ...scope, region: 'eu-west-1\x00' },
      { ...scope, account: '000000000001' },
    ]
    assert.ok(within(key, keyspace.tableStampRange(scope)))
    assert.ok(within(key, keyspace.tableStampRange(scope, 'Mus')))
    assert.ok(!within(key, keyspace.tableStampRange(scope, 'Music')))
    for (const other of others) assert.ok(!within(key, keyspace.tableStampRange(other)))
    for (const each of [scope, ...others]) {
      assert.ok(within(keyspace.tableRecordKey(each, 'Music'), keyspace.allTableRecords()))
      assert.ok(within(keyspace.tableRecordKey(each, 'Music'), keyspace.allSystemRecords()))
    }
    assert.ok(!within(keyspace.tableStampKey(scope, 'Music'), keyspace.allTableRecords()))
  })

  for (const kind of ['items', 'statements'] as const) {
    it(`lists tokens of ${kind} by the time they expire, and finds them from there`, () => {
      const expiry = (timeMs: number) =>
        keyspace.requestTokenExpiryKey(kind, timeMs, scope, 'token')
      const { from, to } = keyspace.expiredRequestTokens(kind, 1000)
      const expired = (timeMs: number) =>
        Buffer.compare(expiry(timeMs), from) >= 0 && Buffer.compare(expiry(timeMs), to) < 0
      assert.deepEqual([0, 255, 1000, 1001, 2 ** 40].map(expired), [true, true, true, false, false])
      const key = keyspace.requestTokenKey(kind, scope, 'token')
      assert.deepEqual(keyspace.requestTokenOfExpiry(kind, expiry(Date.now())), key)
      assert.throws(() => keyspace.requestTokenOfExpiry(kind, key), AssertionError)
    })
  }

  it('keeps the tokens of items and of statements apart', () => {
    const key = keyspace.requestTokenKey('statements', scope, 'token')
    assert.notDeepEqual(key, keyspace.requestTokenKey('items', scope, 'token'))
    const listed = keyspace.requestTokenExpiryKey('statements', 5, scope, 'token')
    const { from, to } = keyspace.expiredRequestTokens('items', 1000)
    assert.ok(Buffer.compare(listed, from) < 0 || Buffer.compare(listed, to) >= 0)
    assert.throws(() => keyspace.requestTokenOfExpiry('items', listed), AssertionError)
  })
})
