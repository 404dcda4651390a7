import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '../../api/client.js'
import { Fault } from '../../api/fault.js'
import {
  emptyLog,
  groupedByKey,
  matches,
  paused,
  rateOf,
  withEvents,
  type EventFilter,
} from './event-log.js'
import { eventOf, type EventKind, type ItemEvent } from './item-event.js'
import { changesKeptMax } from './limits.js'
import { StreamFollower } from './stream-follower.js'

function event(n: number, more: Partial<ItemEvent> = {}): ItemEvent {
  const key = { pk: { S: `k${n % 3}` } }
  return { id: String(n), seenAtMs: n, kind: 'MODIFY', isExpired: false, key, count: 1, ...more }
}

describe('the log of changes', () => {
  it('has the newest first and keeps to its limit', () => {
    const many = Array.from({ length: changesKeptMax + 5 }, (_, n) => event(n))
    const log = withEvents(emptyLog, many)
    assert.deepEqual([log.shown.length, log.dropped], [changesKeptMax, 5])
    assert.equal(log.shown[0]?.id, String(changesKeptMax + 4))
  })

  it('holds changes back while it is paused', () => {
    const held = withEvents(paused(withEvents(emptyLog, [event(1)]), true), [event(2), event(3)])
    assert.deepEqual([held.shown.length, held.waiting.length], [1, 2])
    assert.deepEqual(
      paused(held, false).shown.map(({ id }) => id),
      ['3', '2', '1'],
    )
  })

  it('keeps to the limit while it is paused', () => {
    const many = Array.from({ length: changesKeptMax }, (_, n) => event(n))
    const log = withEvents(paused(withEvents(emptyLog, many), true), [event(7), event(8)])
    assert.deepEqual([log.shown.length, log.waiting.length], [changesKeptMax - 2, 2])
  })

  it('groups the changes of an item', () => {
    const before = { n: { N: '1' } }
    const middle = { n: { N: '2' } }
    const after = { n: { N: '3' } }
    const log = withEvents(emptyLog, [
      event(0, { before, after: middle }),
      event(1),
      event(3, { before: middle, after }),
    ])
    const [first, second] = groupedByKey(log.shown)
    assert.deepEqual([first?.count, first?.before, first?.after], [2, before, after])
    assert.equal(second?.count, 1)
  })

  it('knows its rate', () => {
    const log = withEvents(emptyLog, [event(1), event(5999), event(6000)])
    assert.equal(rateOf(log, 6500), 0.4)
  })

  const all = new Set<EventKind>(['INSERT', 'MODIFY', 'REMOVE'])
  const filter: EventFilter = { text: '', kinds: all, expired: 'with' }
  const expired = event(1, { kind: 'REMOVE', isExpired: true })
  const rows: readonly (readonly [string, EventFilter, ItemEvent, boolean])[] = [
    ['everything', filter, event(1), true],
    ['a part of the key', { ...filter, text: 'K1' }, event(1), true],
    ['another key', { ...filter, text: 'k2' }, event(1), false],
    ['another kind', { ...filter, kinds: new Set(['INSERT']) }, event(1), false],
    ['no expired ones', { ...filter, expired: 'without' }, expired, false],
    ['only expired ones', { ...filter, expired: 'only' }, expired, true],
    ['only expired ones, not others', { ...filter, expired: 'only' }, event(1), false],
  ]
  for (const [what, given, each, expectation] of rows) {
    it(`filters ${what}`, () => assert.equal(matches(given, each), expectation))
  }

  it('tells who deleted', () => {
    const userIdentity = { PrincipalId: 'dynamodb.amazonaws.com', Type: 'Service' }
    assert.ok(eventOf({ eventName: 'REMOVE', userIdentity }, 0).isExpired)
    assert.ok(!eventOf({ eventName: 'REMOVE' }, 0).isExpired)
  })
})

describe('a follower of a stream', () => {
  it('follows the shards that continue one that has ended', async () => {
    const stream = new FakeStream()
    const follower = new StreamFollower(stream.client, 'arn', new AbortController().signal)
    await follower.start()
    stream.put('a', '1')
    assert.deepEqual(await ids(follower), ['1'])
    stream.put('a', '2')
    stream.split('a', 'b', 'c')
    stream.put('b', '3')
    stream.put('c', '4')
    assert.deepEqual([...(await ids(follower)), ...(await ids(follower))], ['2', '3', '4'])
    assert.equal(follower.openShards, 2)
  })

  it('does not begin before now', async () => {
    const stream = new FakeStream()
    stream.put('a', 'old')
    const follower = new StreamFollower(stream.client, 'arn', new AbortController().signal)
    await follower.start()
    stream.put('a', 'new')
    assert.deepEqual(await ids(follower), ['new'])
  })

  it('goes on behind the last record if its iterator has expired', async () => {
    const stream = new FakeStream()
    const follower = new StreamFollower(stream.client, 'arn', new AbortController().signal)
    await follower.start()
    stream.put('a', '1')
    await follower.read()
    stream.put('a', '2')
    stream.expire()
    assert.deepEqual([...(await ids(follower)), ...(await ids(follower))], ['2'])
  })
})

async function ids(follower: StreamFollower): Promise<readonly string[]> {
  return (await follower.read()).map(({ eventID }) => eventID ?? '')
}

/** Shards of records; an iterator is the name of a shard, a position, and an age. */
class FakeStream {
  readonly #shards = new Map<string, { records: string[]; parent?: string; isClosed: boolean }>([
    ['a', { records: [], isClosed: false }],
  ])
  #age = 0
  readonly client = {
    call: async (_: string, operation: string, input: Readonly<Record<string, string>>) =>
      Promise.resolve(this.#answer(operation, input)),
  } as unknown as Client

  put(shard: string, id: string): void {
    this.#shards.get(shard)!.records.push(id)
  }

  split(shard: string, ...children: readonly string[]): void {
    this.#shards.get(shard)!.isClosed = true
    for (const child of children) {
      this.#shards.set(child, { records: [], parent: shard, isClosed: false })
    }
  }

  expire(): void {
    this.#age++
  }

  #answer(operation: string, input: Readonly<Record<string, string>>): object {
    if (operation === 'DescribeStream') return { StreamDescription: { Shards: this.#described() } }
    if (operation === 'GetShardIterator') return { ShardIterator: this.#iterator(input) }
    const [id = '', position = '0', age] = input['ShardIterator']!.split(' ')
    if (age !== String(this.#age)) {
      throw new Fault({ type: 'ExpiredIteratorException', message: '', status: 400 })
    }
    const { records, isClosed } = this.#shards.get(id)!
    const Records = records.slice(Number(position)).map((eventID, at) => ({
      eventID,
      dynamodb: { SequenceNumber: String(Number(position) + at) },
    }))
    if (isClosed) return { Records }
    return { Records, NextShardIterator: `${id} ${records.length} ${this.#age}` }
  }

  #iterator(input: Readonly<Record<string, string>>): string {
    const { ShardId = '', ShardIteratorType, SequenceNumber = '' } = input
    const { records } = this.#shards.get(ShardId)!
    const position =
      ShardIteratorType === 'LATEST'
        ? records.length
        : ShardIteratorType === 'TRIM_HORIZON'
          ? 0
          : Number(SequenceNumber) + 1
    return `${ShardId} ${position} ${this.#age}`
  }

  #described(): readonly object[] {
    return [...this.#shards].map(([ShardId, { parent, isClosed }]) => ({
      ShardId,
      ...(parent !== undefined && { ParentShardId: parent }),
      SequenceNumberRange: {
        StartingSequenceNumber: '0',
        ...(isClosed && { EndingSequenceNumber: '9' }),
      },
    }))
  }
}
