/** Totals, and the text that is made of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { minuteMs } from '../../metrics/limits.js'
import { Meters } from '../../metrics/meters.js'
import type { Scope } from '../../model/arn.js'
import { VirtualClock } from '../../stdx/clock.js'
import { systemRandom } from '../../stdx/random.js'
import { seriesNamed, wouldBeNamespace } from '../metering/series-names.js'
import { writeCloudWatchNames } from './cloudwatch-names.js'
import { ExposedTotals } from './exposed-totals.js'
import { namedTableIdleMinutes, namedTablesMax } from './limits.js'
import { MeterTotals } from './meter-totals.js'
import { scopeLabels } from './scope-labels.js'
import { TextWriter } from './text-writer.js'
import { writeTotals } from './write-totals.js'

const home: Scope = { account: '000000000000', region: 'us-east-1' }

function exposing() {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1, 12))
  const meters = new Meters(systemRandom)
  const totals = new ExposedTotals()
  const meterTotals = new MeterTotals(totals, meters, clock)

  function consume(TableName: string, units: number, scope = home): void {
    const id = seriesNamed(scope, 'ConsumedReadCapacityUnits', { TableName })
    meters.at(clock.now()).meter(id, 'Count').add(units)
  }

  /** What happens at the end of each minute. */
  async function store(): Promise<void> {
    await meterTotals.addUp()
    for (const minute of meters.finished(clock.now())) meters.stored(minute)
  }

  async function lines(pattern: RegExp): Promise<readonly string[]> {
    await meterTotals.addUp()
    const writer = new TextWriter()
    const labelsOf = scopeLabels(totals.all())
    await writeTotals(writer, totals, labelsOf)
    await writeCloudWatchNames(writer, meterTotals.lastMinute(), { totals, labelsOf })
    return (await writer.text()).split('\n').filter((line) => pattern.test(line))
  }

  return { clock, meters, consume, store, lines }
}

describe('totals of meters', () => {
  it('count what was measured once, however often somebody looks', async () => {
    const { clock, consume, store, lines } = exposing()
    consume('Tab', 1.5)
    const line = (units: number) => [`gramme_consumed_read_units_total{table="Tab"} ${units}`]
    assert.deepEqual(await lines(/^gramme_consumed/), line(1.5))
    consume('Tab', 1)
    assert.deepEqual(await lines(/^gramme_consumed/), line(2.5))
    assert.deepEqual(await lines(/^gramme_consumed/), line(2.5))
    clock.advance(minuteMs)
    consume('Tab', 4)
    await store()
    clock.advance(3 * minuteMs)
    await store()
    assert.deepEqual(await lines(/^gramme_consumed/), line(6.5))
  })

  it('count durations by their size', async () => {
    const { clock, meters, lines } = exposing()
    const values = { TableName: 'Tab', Operation: 'GetItem' }
    const id = seriesNamed(home, 'SuccessfulRequestLatency', values)
    const meter = meters.at(clock.now()).meter(id, 'Milliseconds', true)
    for (const ms of [0.2, 0.7, 0.8, 30, 20_000]) meter.add(ms)
    const found = await lines(/^gramme_request/)
    const labels = 'table="Tab",operation="GetItem"'
    const bucket = (le: string, count: number) =>
      `gramme_request_duration_seconds_bucket{${labels},le="${le}"} ${count}`
    for (const line of [
      bucket('0.0005', 1),
      bucket('0.001', 3),
      bucket('0.025', 3),
      bucket('0.05', 4),
      bucket('10', 4),
      bucket('+Inf', 5),
      `gramme_request_duration_seconds_count{${labels}} 5`,
      `gramme_requests_total{${labels},code="OK"} 5`,
    ]) {
      assert.ok(found.includes(line), `${line} is not in\n${found.join('\n')}`)
    }
  })

  it('tell what was refused from what would have been', async () => {
    const { clock, meters, lines } = exposing()
    const values = { TableName: 'Tab', GlobalSecondaryIndexName: 'global' }
    const id = seriesNamed(home, 'WriteKeyRangeThroughputThrottleEvents', values)
    const all = seriesNamed(home, 'WriteThrottleEvents', values)
    const minute = meters.at(clock.now())
    for (const each of [id, all]) minute.meter(each, 'Count').add(1)
    minute.meter({ ...id, namespace: wouldBeNamespace }, 'Count').add(2)
    const labels = '{table="Tab",index="global",kind="write",reason="KeyRange"}'
    assert.deepEqual(await lines(/^gramme_(throttle|would)/), [
      `gramme_throttle_events_total${labels} 1`,
      `gramme_would_be_throttled_total${labels} 2`,
    ])
  })

  it('name a bounded number of tables, and add up the others', async () => {
    const { consume, lines } = exposing()
    for (let i = 0; i < namedTablesMax + 2; i++) consume(`t${i}`, 1)
    const found = await lines(/^gramme_consumed/)
    assert.equal(found.length, namedTablesMax + 1)
    assert.equal(found.at(-1), 'gramme_consumed_read_units_total{table="other"} 2')
  })

  it('forget tables that nobody uses when there is no room', async () => {
    const { clock, consume, lines } = exposing()
    for (let i = 0; i < namedTablesMax; i++) consume(`t${i}`, 1)
    await lines(/x/)
    clock.advance((namedTableIdleMinutes - 1) * minuteMs)
    consume('early', 1)
    await lines(/x/)
    clock.advance(minuteMs)
    consume('late', 1)
    const found = await lines(/^gramme_consumed.*"(t0|early|late|other)"/)
    assert.deepEqual(found, [
      'gramme_consumed_read_units_total{table="late"} 1',
      'gramme_consumed_read_units_total{table="other"} 1',
    ])
  })

  it('name account and region where there are several', async () => {
    const { consume, lines } = exposing()
    consume('Tab', 1)
    consume('Tab', 2, { ...home, region: 'eu-west-1' })
    assert.deepEqual(await lines(/^gramme_consumed/), [
      'gramme_consumed_read_units_total{account="000000000000",region="us-east-1",table="Tab"} 1',
      'gramme_consumed_read_units_total{account="000000000000",region="eu-west-1",table="Tab"} 2',
    ])
  })
})

describe("names of CloudWatch's exporters", () => {
  it('show the last whole minute, and nothing of older ones', async () => {
    const { clock, consume, store, lines } = exposing()
    consume('Tab', 1)
    consume('Tab', 3)
    assert.deepEqual(await lines(/^aws_/), [])
    clock.advance(minuteMs)
    consume('Tab', 9)
    await store()
    const name = 'aws_dynamodb_consumed_read_capacity_units'
    assert.deepEqual(await lines(/^aws_/), [
      `${name}_sum{table_name="Tab"} 4`,
      `${name}_sample_count{table_name="Tab"} 2`,
      `${name}_average{table_name="Tab"} 2`,
      `${name}_maximum{table_name="Tab"} 3`,
      `${name}_minimum{table_name="Tab"} 1`,
    ])
    clock.advance(2 * minuteMs)
    await store()
    assert.deepEqual(await lines(/^aws_/), [])
  })
})

describe('the text format', () => {
  it('escapes values, leaves out empty ones, and writes numbers that are none', async () => {
    const writer = new TextWriter()
    const family = { type: 'gauge', help: 'A\nB \\ C' } as const
    writer.sample('a', family, { labels: { x: '"\\\n', y: '' }, value: Infinity })
    writer.sample('b', family, { value: NaN })
    writer.sample('a', family, { value: -Infinity })
    const text = await writer.text()
    const head = (name: string) => [`# HELP ${name} A\\nB \\\\ C`, `# TYPE ${name} gauge`]
    const expected = [...head('a'), 'a{x="\\"\\\\\\n"} +Inf', 'a -Inf', ...head('b'), 'b NaN', '']
    assert.deepEqual(text.split('\n'), expected)
  })
})
