import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from '../../api/fault.js'
import type { Client } from '../../api/client.js'
import type { Item } from '../../values/attribute-value.js'
import { readSource, withoutProjection } from '../item-source.js'
import { LineFile, linesOf } from '../line-file.js'
import { RunControl } from '../run-control.js'
import { runWrites, type PlannedWrite } from '../run-writes.js'
import type { TableKeys } from '../table-keys.js'
import { batchWrites } from '../write-batches.js'
import { actionProblem, planFor } from './bulk-action.js'
import { dryRun } from './dry-run.js'

const keys: TableKeys = {
  table: 'T',
  names: ['pk'],
  attributes: [{ name: 'pk', type: 'S', role: 'partition' }],
}
const item = (pk: string, rest: Item = {}): Item => ({ pk: { S: pk }, ...rest })

describe('a bulk change', () => {
  const before = item('a', { x: { N: '1' }, y: { S: 'y' } })
  it('sets, removes and renames', () => {
    assert.deepEqual(planFor({ kind: 'set', name: 'x', value: { N: '2' } }, keys, before), {
      write: { before, after: item('a', { x: { N: '2' }, y: { S: 'y' } }) },
    })
    assert.deepEqual(planFor({ kind: 'set', name: 'x', value: { N: '1.0' } }, keys, before), {
      unchanged: true,
    })
    assert.deepEqual(planFor({ kind: 'remove', name: 'z' }, keys, before), { unchanged: true })
    assert.deepEqual(planFor({ kind: 'rename', from: 'x', to: 'z' }, keys, before), {
      write: { before, after: item('a', { z: { N: '1' }, y: { S: 'y' } }) },
    })
    assert.ok('problem' in planFor({ kind: 'rename', from: 'x', to: 'y' }, keys, before))
  })
  it('leaves keys alone', () => {
    assert.ok(actionProblem({ kind: 'remove', name: 'pk' }, keys) !== undefined)
    assert.equal(actionProblem({ kind: 'delete' }, keys), undefined)
  })
  it('needs the keys of the table it copies to', () => {
    const to: TableKeys = {
      table: 'U',
      names: ['id'],
      attributes: [{ name: 'id', type: 'S', role: 'partition' }],
    }
    assert.ok('problem' in planFor({ kind: 'copy', to }, keys, before))
  })
  it('is tried without writing', async () => {
    const result = await dryRun(
      pages([item('a', { x: { S: '' } }), item('b')]),
      (each) => planFor({ kind: 'remove', name: 'x' }, keys, each),
      new RunControl(),
      () => undefined,
    )
    assert.deepEqual([result.read, result.writes, result.unchanged], [2, 1, 1])
    assert.equal(result.samples.length, 1)
  })
})

async function collected<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const each of source) all.push(each)
  return all
}

async function* pages(
  ...all: readonly (readonly Item[] | Item)[]
): AsyncGenerator<readonly Item[]> {
  yield all.flatMap((each) => (Array.isArray(each) ? (each as readonly Item[]) : [each as Item]))
}

async function* plansOf(items: readonly Item[]): AsyncGenerator<readonly PlannedWrite[]> {
  yield items.map((after) => ({ write: { after } }))
}

describe('a run of writes', () => {
  it('counts what became of each, and keeps what undoes it', async () => {
    const files = { undo: new LineFile(), failures: new LineFile() }
    const progress = await runWrites({
      plans: plansOf([item('a'), item('b'), item('c')]),
      atOnce: 2,
      send: async (writes) =>
        writes.map(({ after }) =>
          after?.['pk'] !== undefined && 'S' in after['pk'] && after['pk'].S === 'b'
            ? { kind: 'failed', message: 'no' }
            : { kind: 'done' },
        ),
      control: new RunControl(),
      files,
      onProgress: () => undefined,
    })
    assert.deepEqual(progress, { read: 3, written: 2, skipped: 0, failed: 1 })
    const lines = await collected(linesOf(files.undo.blob()))
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [{ Now: item('a') }, { Now: item('c') }],
    )
    assert.match(await files.failures.blob().text(), /"Error":"no"/)
  })

  it('stops between writes, and a pause holds it', async () => {
    const control = new RunControl()
    control.pause()
    let sent = 0
    const run = runWrites({
      plans: plansOf([item('a'), item('b'), item('c')]),
      atOnce: 1,
      send: async (writes) => {
        sent += 1
        if (sent === 2) control.stop()
        return writes.map(() => ({ kind: 'done' }))
      },
      control,
      files: { undo: new LineFile(), failures: new LineFile() },
      onProgress: () => undefined,
    })
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(sent, 0)
    control.resume()
    assert.equal((await run).written, 2)
  })
})

describe('batches', () => {
  it('send again what was left, apart what names a key twice, and find the bad one', async () => {
    const requests: number[] = []
    const stored: Item[] = []
    const client = clientOf((input) => {
      const requested = (input as { RequestItems: { T: { PutRequest: { Item: Item } }[] } })
        .RequestItems.T
      requests.push(requested.length)
      if (requested.some(({ PutRequest }) => 'bad' in PutRequest.Item)) {
        throw new Fault({ type: 'ValidationException', message: 'bad', status: 400 })
      }
      const [first, ...left] = requested
      stored.push(first!.PutRequest.Item)
      return { UnprocessedItems: left.length > 0 ? { T: left } : {} }
    })
    const writes = [
      item('a'),
      item('b'),
      item('a', { n: { N: '2' } }),
      item('c', { bad: { S: '' } }),
    ]
    const outcomes = await batchWrites(client, keys)(writes.map((after) => ({ after })))
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['done', 'done', 'done', 'failed'],
    )
    assert.deepEqual(stored, writes.slice(0, 3))
    assert.deepEqual(requests, [2, 1, 2, 1, 1])
  })
})

function clientOf(answer: (input: unknown) => unknown): Client {
  return {
    call: async (_service: unknown, _operation: unknown, input: unknown) => answer(input),
  } as unknown as Client
}

describe('the items of a query', () => {
  it('are asked for whole', () => {
    assert.deepEqual(
      withoutProjection({
        TableName: 'T',
        KeyConditionExpression: '#p = :p',
        ProjectionExpression: '#p1, #x',
        ExpressionAttributeNames: { '#p': 'pk', '#p1': 'a', '#x': 'x' },
        Limit: 50,
      }),
      {
        TableName: 'T',
        KeyConditionExpression: '#p = :p',
        ExpressionAttributeNames: { '#p': 'pk' },
      },
    )
  })
  it('of an index are read again by key', async () => {
    const asked: unknown[] = []
    const client = clientOf((input) => {
      asked.push(input)
      if ('RequestItems' in (input as object))
        return { Responses: { T: [item('a', { x: { S: '' } })] } }
      return { Items: [item('a')] }
    })
    const source = { kind: 'scan', input: { TableName: 'T', IndexName: 'I' } } as const
    const found = await collected(readSource(source, { client, keys }))
    assert.deepEqual(found, [[item('a', { x: { S: '' } })]])
    assert.equal(asked.length, 2)
  })
})
