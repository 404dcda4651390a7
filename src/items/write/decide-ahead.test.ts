import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '../../catalog/table.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import type { Item } from '../../model/item.js'
import { turnsTaken } from '../../stdx/turns-suite.js'
import { aheadRoundsMax, stepsToDecideMax } from '../limits.js'
import { StoredItem } from '../stored-item.js'
import { openTable } from '../table-suite.js'
import { decideAhead, stepsToDecide, type PreparedTableWrite } from './decide-ahead.js'
import { VirtualClock } from '../../stdx/clock.js'
import { prepareWrite } from './write.js'
import type { StoredForWrite } from './several-writes.js'

const opened = await openTable({
  keySchema: { partition: { name: 'p', type: 'S' } },
  indexes: [],
})
const { table, items } = opened

const large = 'x'.repeat(100_000)

function itemOf(n: number, count: number, text = large): Item {
  return { p: { S: `p${n}` }, count: { N: String(count) }, text: { S: text } }
}

function storedOf(item: Item): StoredForWrite {
  return { record: StoredItem.of(item).record, cursors: [] }
}

/** Adds one to the count of an item that has the text. */
function counting(n: number, on: Table = table): PreparedTableWrite {
  const { update, condition } = readExpressions({
    names: { '#count': 'count', '#text': 'text' },
    values: { ':one': { N: '1' }, ':part': { S: 'xx' } },
    update: 'ADD #count :one',
    condition: 'contains(#text, :part)',
  })
  const action = { kind: 'update', key: { p: { S: `p${n}` } }, update } as const
  return { table: on, write: prepareWrite(on, { action, condition }) }
}

interface Run {
  readonly counts: readonly (string | undefined)[]
  readonly transactions: number
}

/** Runs writes on what is stored at each transaction. */
async function runOn(
  storedAt: (transaction: number) => readonly StoredForWrite[],
  writes: readonly PreparedTableWrite[],
): Promise<Run> {
  let transactions = 0
  const counts = await decideAhead(writes, new VirtualClock(), async (decisions) => {
    const { result } = decisions.orUndecided(storedAt(transactions++), (decisionAt) => ({
      mutations: [],
      result: writes.map((_, index) => {
        const { after } = decisionAt(index).result
        return (after?.item['count'] as { readonly N: string } | undefined)?.N
      }),
    }))
    return result
  })
  return { counts, transactions }
}

const twenty = Array.from({ length: 20 }, (_, n) => counting(n))
const storedTwenty = twenty.map((_, n) => storedOf(itemOf(n, n)))
const plusOne = twenty.map((_, n) => String(n + 1))

describe('writes about large items', () => {
  it('are decided in turns, ahead of their transaction', async () => {
    const { turns, result } = await turnsTaken(() => runOn(() => storedTwenty, twenty))
    assert.ok(turns >= twenty.length - 2, `${turns} turns`)
    assert.deepEqual(result, { counts: plusOne, transactions: 2 })
  })

  it('are decided again where an item has changed meanwhile', async () => {
    const changed = storedTwenty.with(3, storedOf(itemOf(3, 100)))
    const run = await runOn((transaction) => (transaction === 0 ? storedTwenty : changed), twenty)
    assert.deepEqual(run, { counts: plusOne.with(3, '101'), transactions: 2 })
  })

  it('are decided in their transaction if items keep changing', async () => {
    const run = await runOn(
      (transaction) => twenty.map((_, n) => storedOf(itemOf(n, n + transaction))),
      twenty,
    )
    assert.equal(run.transactions, aheadRoundsMax + 1)
    assert.deepEqual(
      run.counts,
      plusOne.map((count) => String(Number(count) + aheadRoundsMax)),
    )
  })

  it('fail with what their decision threw', async () => {
    const without = storedTwenty.with(7, storedOf(itemOf(7, 7, 'y'.repeat(100_000))))
    await assert.rejects(
      runOn(() => without, twenty),
      { type: 'ConditionalCheckFailedException' },
    )
  })

  it('are decided in their transaction up to a number of steps', async () => {
    const perByte = stepsToDecide(twenty[0]!, storedTwenty[0]!) / storedTwenty[0]!.record!.length
    const around = storedOf(itemOf(0, 1, '')).record!.length
    const half = stepsToDecideMax / perByte / 2
    const sized = (n: number, bytes: number) => storedOf(itemOf(n, 1, 'x'.repeat(bytes - around)))
    for (const [over, transactions] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const stored = [sized(0, half), sized(1, half + over)]
      assert.equal((await runOn(() => stored, twenty.slice(0, 2))).transactions, transactions)
    }
  })

  it('are decided at once if they are small', async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => counting(n))
    const small = hundred.map((_, n) => storedOf(itemOf(n, n, 'x'.repeat(3000))))
    assert.equal((await runOn(() => small, hundred)).transactions, 1)
  })

  it('do what they would do alone, on the engine', async () => {
    for (const n of twenty.keys()) await opened.put(itemOf(n, n))
    const writes = twenty.map(({ write: { write } }) => ({ table, write }))
    await items.transactWrite(writes, {})
    const outcomes = await items.writeEach(writes, [table])
    const counts = outcomes.map((each) => {
      assert.equal(each.kind, 'written')
      return each.kind === 'written' && each.outcome.after?.item['count']
    })
    assert.deepEqual(
      counts,
      twenty.map((_, n) => ({ N: String(n + 2) })),
    )
  })
})
