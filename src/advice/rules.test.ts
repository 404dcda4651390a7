/** Every rule on both sides of its threshold. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adviseOn } from './advise.js'
import { savingOf } from './advice.js'
import {
  expiryShareMin,
  hotKeyShareMin,
  hotKeyUnitsMin,
  peakShareMax,
  recordedMsMin,
  savingShareMin,
  savingUsdMin,
  scanCallsMin,
  scanShareMin,
  scanYieldMin,
} from './limits.js'
import { gigabyte } from './monthly-use.js'
import { findPrices } from './price-table.js'
import { breakEven } from './rules/billing-mode.js'
import { scaledThroughput, suggestedBounds } from './scaled-throughput.js'
import { reportPage } from './report-page.js'
import { reportText } from './show-report.js'
import { pointMs, type TableWorkload, type Traffic } from './workload.js'
import { dayPoints, resource, steady, tableWith, trafficOf } from './workload-suite.js'
import { isWorthwhile } from './worthwhile.js'

const prices = findPrices('us-east-1')!
const scope = { account: '000000000000', region: 'us-east-1' }

function reportOn(...tables: readonly TableWorkload[]) {
  return adviseOn({ scope, fromMs: 0, toMs: 24 * 3600_000, tables }, prices)
}

function rulesOn(table: Partial<TableWorkload>): readonly string[] {
  return reportOn(tableWith(table)).tables[0]!.advice.map(({ rule }) => rule)
}

function provisioned(units: number, traffic: Traffic): Traffic {
  return { ...traffic, provisionedUnits: units }
}

describe('advice on throughput', () => {
  it('knows when a provisioned unit pays', () => {
    assert.equal(breakEven(tableWith(), prices)!.toFixed(3), '0.289')
  })

  it('prefers provisioned units for a steady load', () => {
    const [report] = reportOn(tableWith({ own: resource({ writes: steady(100) }) })).tables
    const [advice] = report!.advice
    assert.equal(advice?.rule, 'billing-mode')
    assert.match(advice.action, /^Switch to PROVISIONED .* 143 to 286 write units\.$/)
    assert.ok(savingOf(advice) > 50)
  })

  it('prefers on-demand for peaks that are rare', () => {
    const rates = Array.from({ length: dayPoints }, (_, i) => (i % 144 === 0 ? 100 : 0))
    assert.deepEqual(rulesOn({ own: resource({ writes: trafficOf(rates) }) }), [])
    const writes = provisioned(200, trafficOf(rates))
    const own = resource({ writes, reads: provisioned(1, steady(0)) })
    assert.deepEqual(rulesOn({ billing: 'provisioned', own }), ['billing-mode'])
  })

  it('finds units that are not used', () => {
    const reads = provisioned(1, steady(0))
    const rulesFor = (units: number) =>
      rulesOn({
        billing: 'provisioned',
        own: resource({ reads, writes: provisioned(units, steady(100)) }),
      })
    assert.deepEqual(rulesFor(143), [])
    assert.deepEqual(rulesFor(200), ['over-provisioned'])
  })

  it('finds units that do not suffice', () => {
    const reads = provisioned(1, steady(0))
    const rulesFor = (writes: Traffic) =>
      rulesOn({ billing: 'provisioned', own: resource({ reads, writes }) })
    assert.deepEqual(rulesFor(provisioned(100, steady(100 * peakShareMax))), [])
    assert.deepEqual(rulesFor(provisioned(100, steady(91))), ['too-little-capacity'])
    const few = provisioned(2, steady(1))
    assert.deepEqual(rulesFor(few), [])
    const wouldBeThrottled = { all: 5, byKeyRange: 0 }
    assert.deepEqual(rulesFor({ ...few, wouldBeThrottled }), ['too-little-capacity'])
    const bounded = { ...provisioned(2, steady(1)), scaling: { unitsMin: 1, unitsMax: 1 } }
    assert.deepEqual(rulesFor(bounded), ['too-little-capacity'])
  })

  it('scales to the peaks of this hour and the one before', () => {
    const perHour = 3600_000 / pointMs
    const rates = Array.from({ length: 3 * perHour }, (_, i) => (i === 0 ? 70 : 0))
    const writes = trafficOf(rates)
    assert.equal(scaledThroughput(resource({ writes })).writeUnits, (201 / 3) * 730)
    assert.deepEqual(suggestedBounds(writes), { unitsMin: 1, unitsMax: 200 })
  })

  it('leaves alone what saves too little', () => {
    assert.equal(isWorthwhile(savingUsdMin, 0), true)
    assert.equal(isWorthwhile(savingUsdMin - 0.01, 0), false)
    assert.equal(isWorthwhile(1000, 1000 * (1 - savingShareMin)), true)
    assert.equal(isWorthwhile(1000, 1000 * (1 - savingShareMin) + 1), false)
  })
})

describe('advice on storage', () => {
  it('finds tables that are stored more than used, and the other way round', () => {
    const cold = resource({ bytes: 100 * gigabyte, writes: steady(1) })
    assert.deepEqual(rulesOn({ own: cold }), ['table-class'])
    const warm = resource({ bytes: gigabyte, writes: steady(20) })
    assert.ok(rulesOn({ own: warm, tableClass: 'infrequent-access' }).includes('table-class'))
    assert.ok(!rulesOn({ own: warm }).includes('table-class'))
  })

  it('says if the prices of the other class have to be checked', () => {
    const units = { provisionedUnits: 1 }
    const own = resource({
      bytes: 100 * gigabyte,
      reads: { ...steady(0), ...units },
      writes: { ...steady(0.5), ...units },
    })
    const [report] = reportOn(tableWith({ own, billing: 'provisioned' })).tables
    const advice = report!.advice.find(({ rule }) => rule === 'table-class')
    assert.match(advice?.finding ?? '', /from memory of November 2024: check them\.$/)
  })

  it('finds items near the limit', () => {
    const sample = { items: 10, bytes: 4_000_000, largestBytes: 399_000, expiries: [] }
    assert.deepEqual(rulesOn({ sample: { ...sample, nearLimit: 0 } }), [])
    assert.deepEqual(rulesOn({ sample: { ...sample, nearLimit: 1 } }), ['large-items'])
  })

  it('finds items that expire where none do', () => {
    const withExpiries = (items: number) => {
      const expiries = [{ name: 'expiresAt', items, past: 10 }]
      return { items: 100, bytes: 1, largestBytes: 1, nearLimit: 0, expiries }
    }
    const enough = withExpiries(100 * expiryShareMin)
    assert.deepEqual(rulesOn({ sample: enough }), ['missing-ttl'])
    assert.deepEqual(rulesOn({ sample: enough, expiresBy: 'ttl' }), [])
    assert.deepEqual(rulesOn({ sample: withExpiries(100 * expiryShareMin - 1) }), [])
  })
})

describe('advice on indexes', () => {
  const index = resource({ indexName: 'by-x', writes: steady(1), items: 1, bytes: 100 })

  it('finds one that nobody reads, after a day', () => {
    assert.deepEqual(rulesOn({ indexes: [index] }), ['unused-index'])
    assert.deepEqual(rulesOn({ indexes: [{ ...index, reads: steady(0.1) }] }), [])
    const short = recordedMsMin / pointMs - 1
    const own = resource({ reads: steady(0, short), writes: steady(0, short) })
    assert.deepEqual(rulesOn({ own, indexes: [index] }), [])
  })

  it('finds copies that cost more than reading the items', () => {
    const items = 1000
    const copy = { indexName: 'by-x', projection: 'ALL', items, bytes: items * 10_240 } as const
    const rare = resource({ ...copy, writes: steady(10), reads: steady(0.1) })
    const rulesFor = (projected: typeof rare) =>
      rulesOn({ indexes: [projected] }).filter((rule) => rule === 'index-projection')
    assert.deepEqual(rulesFor(rare), ['index-projection'])
    assert.deepEqual(rulesFor({ ...rare, projection: 'KEYS_ONLY' }), [])
    assert.deepEqual(rulesFor({ ...rare, bytes: items * 500, reads: steady(1000) }), [])
  })
})

describe('advice on access', () => {
  it('finds keys with more than their share', () => {
    const hot = (share: number, units: number) => rulesOn({ hotKeys: [{ key: 'a', share, units }] })
    assert.deepEqual(hot(hotKeyShareMin, hotKeyUnitsMin), ['hot-keys'])
    assert.deepEqual(hot(hotKeyShareMin - 0.01, hotKeyUnitsMin), [])
    assert.deepEqual(hot(hotKeyShareMin, hotKeyUnitsMin - 1), [])
    const wouldBeThrottled = { all: 1, byKeyRange: 1 }
    const own = resource({ reads: { ...steady(0), wouldBeThrottled } })
    assert.deepEqual(rulesOn({ own }), ['hot-keys'])
  })

  it('finds scans that throw away what they read', () => {
    const own = resource({ items: 100, bytes: 10_000 })
    const scans = (calls: number, returned: number, others = 0) =>
      rulesOn({
        own,
        calls: [
          { operation: 'Scan', calls, returnedItems: calls * returned },
          { operation: 'GetItem', calls: others, returnedItems: 0 },
        ],
      })
    assert.deepEqual(scans(scanCallsMin, 1), ['scans'])
    assert.deepEqual(scans(scanCallsMin - 1, 1), [])
    assert.deepEqual(scans(scanCallsMin, 100 * scanYieldMin), [])
    assert.deepEqual(scans(scanCallsMin, 100 * scanYieldMin - 1), ['scans'])
    const others = scanCallsMin / scanShareMin - scanCallsMin
    assert.deepEqual(scans(scanCallsMin, 1, others), ['scans'])
    assert.deepEqual(scans(scanCallsMin, 1, others + 1), [])
  })
})

describe('a report', () => {
  it('says so if nothing, or little, was recorded', () => {
    const unused = resource({ reads: trafficOf([]), writes: trafficOf([]) })
    assert.match(reportText(reportOn(tableWith({ own: unused }))), /No traffic was recorded/)
    const short = resource({ writes: steady(1, 24) })
    const brief = tableWith({ own: { ...short, reads: steady(0, 24) } })
    assert.match(reportText(reportOn(brief)), /Only 2 hours of traffic were recorded/)
    assert.doesNotMatch(reportText(reportOn(tableWith())), /recorded:/)
  })

  it('counts the largest saving of each table once', () => {
    const steadyTable = tableWith({ own: resource({ writes: steady(100) }) })
    const { monthly, tables } = reportOn(steadyTable, { ...steadyTable, name: 'U' })
    const [first] = tables[0]!.advice
    assert.ok(Math.abs(monthly.beforeUsd - monthly.afterUsd - 2 * savingOf(first!)) < 1e-9)
  })

  it('lets no name into a page as markup', () => {
    const page = reportPage([reportOn(tableWith({ name: '<b>&"' }))])
    assert.match(page, /&lt;b&gt;&amp;&quot;/)
    assert.doesNotMatch(page, /<b>/)
  })
})
