/** Bills: every price, the free bands at their edges, and what has no price. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { billOf, listCostOf } from './bill.js'
import { DescriptionFault, readDescription } from './describe-use.js'
import { gigabyte, hoursPerMonth, secondsPerMonth, type MonthlyUse } from './monthly-use.js'
import { findPrices } from './price-table.js'
import { billNotes, billRows } from './show-bill.js'

const virginia = findPrices('us-east-1')!
const seoul = findPrices('ap-northeast-2')!

const nothing: MonthlyUse = {
  table: 't',
  tableClass: 'standard',
  throughput: { billing: 'on-demand', readUnits: 0, writeUnits: 0 },
  storedGb: 0,
  recoveryGb: 0,
  streamReads: 0,
}

function close(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-9, `${actual} is not ${expected}`)
}

describe('a bill', () => {
  const million = { readUnits: 1_000_000, writeUnits: 1_000_000 }
  for (const [name, use, usd] of [
    ['on-demand', { throughput: { billing: 'on-demand', ...million } }, 0.75],
    [
      'on-demand, infrequent access',
      { throughput: { billing: 'on-demand', ...million }, tableClass: 'infrequent-access' },
      0.935,
    ],
    ['provisioned', { throughput: { billing: 'provisioned', ...million } }, 780],
    ['storage', { storedGb: 100 }, 25],
    ['storage, infrequent access', { storedGb: 100, tableClass: 'infrequent-access' }, 10],
    ['recovery', { recoveryGb: 10 }, 2],
    ['stream reads', { streamReads: 1_000_000 }, 0.2],
  ] as const) {
    it(`has the price of ${name}`, () => close(listCostOf([{ ...nothing, ...use }], virginia), usd))
  }

  const withFree = (use: Partial<MonthlyUse>) =>
    billOf([{ ...nothing, ...use }], virginia, { withFreeBands: true }).usd
  const units = (readUnits: number) => ({
    throughput: { billing: 'provisioned', readUnits, writeUnits: 0 } as const,
  })
  it('starts after 25 units all month, 25 GB and 2.5 million stream reads', () => {
    assert.equal(withFree(units(18_600)), 0)
    close(withFree(units(18_601)), 0.00013)
    assert.equal(withFree({ storedGb: 25 }), 0)
    close(withFree({ storedGb: 26 }), 0.25)
    assert.equal(withFree({ streamReads: 2_500_000 }), 0)
    close(withFree({ streamReads: 2_600_000 }), 0.02)
    close(withFree({ storedGb: 1, tableClass: 'infrequent-access' }), 0.1)
  })

  it('names what has no known price, and what is unverified', () => {
    const bill = billOf([{ ...nothing, storedGb: 1 }], seoul, { withFreeBands: true })
    assert.equal(bill.isComplete, false)
    assert.equal(listCostOf([{ ...nothing, storedGb: 1 }], seoul), undefined)
    assert.deepEqual(billRows(bill)[1], ['storage', '1 GB', '-', 'not known', '?'])
    const ireland = findPrices('eu-west-1')!
    const unverified = billOf([{ ...nothing, storedGb: 1 }], ireland, { withFreeBands: true })
    assert.equal(unverified.isVerified, false)
    assert.deepEqual(billRows(unverified)[1], ['storage', '1 GB', '-', '$0.283 *', '$0.28'])
    assert.match(billNotes(unverified).join(), /check them before use/)
  })
})

describe('a description', () => {
  const throughputOf = (table: object) => readDescription({ tables: [table] }).uses[0]!.throughput

  it('rounds items up to units, by consistency', () => {
    const reads = (itemBytes: number, consistency: string) =>
      throughputOf({ readsPerMonth: 10, itemBytes, consistency }).readUnits
    assert.equal(reads(4096, 'eventual'), 5)
    assert.equal(reads(4097, 'strong'), 20)
    assert.equal(reads(0, 'transactional'), 20)
    const writes = (itemBytes: number, transactionalWrites: boolean) =>
      throughputOf({ writesPerMonth: 10, itemBytes, transactionalWrites }).writeUnits
    assert.equal(writes(1024, false), 10)
    assert.equal(writes(1025, true), 40)
  })

  it('counts a month by the second and by the hour', () => {
    assert.equal(throughputOf({ writesPerSecond: 1 }).writeUnits, secondsPerMonth)
    const units = { billing: 'provisioned', readUnits: 2, writeUnits: 1 }
    assert.equal(throughputOf(units).readUnits, 2 * hoursPerMonth)
  })

  it('lets every write of a table write to its indexes', () => {
    const indexes = [
      { name: 'a', itemBytes: 200 },
      { name: 'b', writesPerMonth: 1 },
    ]
    const table = { name: 'T', writesPerMonth: 5, itemBytes: 3000, items: gigabyte, indexes }
    const { uses } = readDescription({ tables: [table] })
    assert.deepEqual(
      uses.map(({ indexName, throughput, storedGb }) => [
        indexName,
        throughput.writeUnits,
        storedGb,
      ]),
      [
        [undefined, 15, 3100],
        ['a', 5, 300],
        ['b', 3, 3100],
      ],
    )
  })

  for (const [json, sentence] of [
    [[], 'The description must be an object.'],
    [{ tables: [] }, 'The description needs a list of tables.'],
    [
      { tables: [{ readsPerSecond: -1 }] },
      'Table 1: readsPerSecond must be a number that is not negative.',
    ],
    [{ tables: [{ billing: 'free' }] }, 'Table 1: billing must be one of on-demand, provisioned.'],
    [{ tables: [{ billing: 'provisioned' }] }, 'Table 1 is provisioned and needs readUnits.'],
    [
      { tables: [{ readsPerSecond: 1, readsPerMonth: 1 }] },
      'Table 1: give readsPerSecond or readsPerMonth, not both.',
    ],
    [
      { region: 'us-east-1', table: [] },
      'The description has no member table: it may have region, tables.',
    ],
  ] as const) {
    it(`is refused: ${sentence}`, () => {
      assert.throws(() => readDescription(json), new DescriptionFault(sentence))
    })
  }
})
