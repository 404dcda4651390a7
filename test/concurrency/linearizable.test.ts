/** Tests of the checker itself, with made-up valid and invalid histories. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, seed } from '../support/chance.js'
import { bankModel, type BankOperation } from './bank.js'
import type { Entry } from './history.js'
import { findViolation, type Model } from './linearizable.js'
import { registerModel, type RegisterOperation } from './registers.js'

/** The moment of the request, that of the answer, and the operation. */
type Row<Operation> = readonly [invokedAt: number, returnedAt: number, operation: Operation]

function check<Operation>(
  model: Model<Operation>,
  expected: 'explained' | 'refused',
  name: string,
  rows: readonly Row<Operation>[],
): void {
  it(`${expected}: ${name}`, () => {
    const history = rows.map(([invokedAt, returnedAt, operation]) => ({
      invokedAt,
      returnedAt,
      operation,
    }))
    const found = findViolation(history, model) === undefined ? 'explained' : 'refused'
    assert.equal(found, expected)
  })
}

const read = (found: string): RegisterOperation => ({ kind: 'read', found })
const write = (value: string, before?: string): RegisterOperation =>
  before === undefined ? { kind: 'write', value } : { kind: 'write', value, before }
const swap = (expected: string, value: string): RegisterOperation => ({
  kind: 'swap',
  expected,
  value,
})
const refusedSwap = (expected: string, found: string): RegisterOperation => ({
  kind: 'refused swap',
  expected,
  found,
})
const increment = (after: string): RegisterOperation => ({ kind: 'increment', after })

describe('a history of a register', () => {
  const explained = (name: string, ...rows: readonly Row<RegisterOperation>[]): void =>
    check(registerModel, 'explained', name, rows)
  const refused = (name: string, ...rows: readonly Row<RegisterOperation>[]): void =>
    check(registerModel, 'refused', name, rows)

  explained('nothing')
  explained('a read of what was written', [0, 1, write('a')], [2, 3, read('a')])
  refused('a read of what was never written', [0, 1, write('a')], [2, 3, read('b')])
  refused('a stale read', [0, 1, write('a')], [2, 3, write('b')], [4, 5, read('a')])
  explained('a read during a write, before it', [0, 3, write('a')], [1, 2, read('')])
  explained('a read during a write, after it', [0, 3, write('a')], [1, 2, read('a')])
  refused(
    'two reads during a write that see it undone',
    [0, 9, write('a')],
    [1, 2, read('a')],
    [3, 4, read('')],
  )
  explained(
    'concurrent writes, in either order',
    [0, 3, write('a')],
    [1, 2, write('b')],
    [4, 5, read('a')],
  )
  refused(
    'readers that disagree on the order of two writes',
    [0, 9, write('a', '')],
    [1, 8, write('b')],
    [10, 11, read('b')],
    [12, 13, read('a')],
  )
  refused(
    'a write that reports another value before it',
    [0, 1, write('a')],
    [2, 3, write('b', '')],
  )
  refused(
    'two swaps of one value',
    [0, 1, write('a')],
    [2, 5, swap('a', 'b')],
    [3, 4, swap('a', 'c')],
  )
  explained(
    'a swap refused by what another one wrote',
    [0, 1, write('a')],
    [2, 5, swap('a', 'b')],
    [3, 4, refusedSwap('a', 'b')],
  )
  refused('a swap refused although it fits', [0, 1, write('a')], [2, 3, refusedSwap('a', 'a')])
  explained('a counter', [0, 3, increment('2')], [1, 2, increment('1')], [4, 5, read('2')])
  refused('a lost increment', [0, 3, increment('1')], [1, 2, increment('1')])
  refused('an increment before its request', [0, 1, increment('2')], [2, 3, increment('1')])
})

describe('a history of a bank', () => {
  const explained = (name: string, ...rows: readonly Row<BankOperation>[]): void =>
    check(bankModel, 'explained', name, rows)
  const refused = (name: string, ...rows: readonly Row<BankOperation>[]): void =>
    check(bankModel, 'refused', name, rows)
  const pay = { from: 0, to: 1, amount: 30, witness: 2, floor: 50 }
  const transfer: BankOperation = { kind: 'transfer', ...pay }
  const all = (...balances: readonly number[]): BankOperation => ({
    kind: 'read all',
    balances: [...balances, 50, 50, 50, 50],
  })
  const one = (account: number, balance: number): BankOperation => ({
    kind: 'read one',
    account,
    balance,
  })

  explained('a transfer', [0, 1, transfer], [2, 3, all(20, 80)])
  explained('a reader during a transfer', [0, 3, transfer], [1, 2, all(50, 50)])
  refused('a reader that sees half of a transfer', [0, 3, transfer], [1, 2, all(20, 50)])
  refused('a transfer that is seen and then not', [0, 1, transfer], [2, 3, all(50, 50)])
  refused('money that is paid twice', [0, 1, transfer], [2, 3, transfer])
  refused('a transfer past its witness', [0, 1, { kind: 'transfer', ...pay, floor: 51 }])
  explained(
    'a page that sees half a transfer, since only items are isolated',
    [0, 9, transfer],
    [1, 2, one(0, 20)],
  )
  refused(
    'single readers that see the halves one after the other',
    [0, 9, transfer],
    [1, 2, one(0, 20)],
    [3, 4, one(1, 50)],
  )
  explained('a refusal', [0, 1, transfer], [2, 3, { kind: 'refused', ...pay, payer: 20 }])
  refused('a refusal without a reason', [0, 1, { kind: 'refused', ...pay, payer: 50 }])
  refused('a reason that is kept back', [
    0,
    1,
    { kind: 'refused', ...pay, amount: 60, floor: 60, payer: 50 },
  ])
})

describe(`random histories of a counter (seed ${seed})`, () => {
  it('are accepted as they were, and refused with one answer changed', () => {
    for (let run = 0; run < 50; run++) {
      const history = randomHistory(seed + run)
      assert.equal(findViolation(history, registerModel), undefined, `seed ${seed + run}`)
      const bent = bend(history, below(chanceOf(seed + run), history.length))
      assert.notEqual(findViolation(bent, registerModel), undefined, `seed ${seed + run}`)
    }
  })
})

/** Increments and reads of one counter, each taking effect at a moment within its interval. */
function randomHistory(start: number): readonly Entry<RegisterOperation>[] {
  const chance = chanceOf(start)
  let value = 0
  return Array.from({ length: 60 }, (_, moment) => {
    const width = below(chance, 5)
    const at = { invokedAt: moment - width, returnedAt: moment + width + 0.5 }
    if (chance() < 0.5) return { operation: read(value === 0 ? '' : String(value)), ...at }
    return { operation: increment(String(++value)), ...at }
  })
}

function bend<T extends Entry<RegisterOperation>>(history: readonly T[], which: number) {
  const { operation } = history[which]!
  const wrong = operation.kind === 'read' ? read('never written') : increment('1000')
  return history.map((entry, index) => (index === which ? { ...entry, operation: wrong } : entry))
}
