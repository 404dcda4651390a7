import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextRun, type ScheduleBounds } from './next-run.js'
import { parseSchedule } from './parse-schedule.js'
import { isZone } from './zone-time.js'

type Bounds = Omit<ScheduleBounds, 'createdAtMs' | 'startMs' | 'endMs'> & {
  readonly start?: string
  readonly end?: string
}

const created = '2026-03-10T12:00:00Z'

function check(schedule: string, after: string, expected: string, bounds: Bounds = {}): void {
  const parsed = parseSchedule(schedule)
  assert.ok(parsed !== undefined, schedule)
  const { timezone, start, end } = bounds
  const times = { startMs: start && Date.parse(start), endMs: end && Date.parse(end) }
  const given = Object.fromEntries(Object.entries(times).filter(([, ms]) => ms !== undefined))
  const all = { timezone, createdAtMs: Date.parse(created), ...given }
  const found = nextRun(parsed, all, Date.parse(after))
  const told = found === undefined ? 'never' : `${new Date(found).toISOString().slice(0, 19)}Z`
  assert.equal(told, expected, `${schedule} after ${after}`)
}

describe('a schedule', () => {
  const noon = '2026-03-10T12:00:00Z'

  it('runs once at a time', () => {
    check('at(2026-03-11T08:30:00)', noon, '2026-03-11T08:30:00Z')
    check('at(2026-03-11T08:30:00)', '2026-03-11T08:30:00Z', 'never')
    const timezone = 'Europe/Berlin'
    check('at(2026-03-11T08:30:00)', noon, '2026-03-11T07:30:00Z', { timezone })
    check('at(2026-07-11T08:30:00)', noon, '2026-07-11T06:30:00Z', { timezone })
  })

  it('runs again and again, from its creation or its start', () => {
    check('rate(1 minute)', noon, '2026-03-10T12:01:00Z')
    check('rate(2 hours)', '2026-03-10T15:00:00Z', '2026-03-10T16:00:00Z')
    const start = '2026-03-12T00:30:00Z'
    check('rate(1 day)', noon, '2026-03-12T00:30:00Z', { start })
    check('rate(1 day)', '2026-03-12T00:30:00Z', '2026-03-13T00:30:00Z', { start })
    check('rate(1 day)', noon, 'never', { end: '2026-03-11T11:59:59Z' })
    check('rate(1 day)', noon, '2026-03-11T12:00:00Z', { end: '2026-03-11T12:00:00Z' })
  })

  it('runs at the times of a cron expression', () => {
    check('cron(0 18 * * ? *)', noon, '2026-03-10T18:00:00Z')
    check('cron(0 12 * * ? *)', noon, '2026-03-11T12:00:00Z')
    check('cron(0/15 * * * ? *)', '2026-03-10T12:15:01Z', '2026-03-10T12:30:00Z')
    check('cron(5,35 8-9 ? * MON-FRI *)', '2026-03-13T09:35:00Z', '2026-03-16T08:05:00Z')
    check('cron(0 0 1 JAN ? *)', noon, '2027-01-01T00:00:00Z')
    check('cron(0 0 29 2 ? *)', noon, '2028-02-29T00:00:00Z')
    check('cron(0 0 L * ? *)', noon, '2026-03-31T00:00:00Z')
    check('cron(0 0 LW * ? *)', '2026-05-01T00:00:00Z', '2026-05-29T00:00:00Z')
    check('cron(0 0 1W * ? *)', '2026-07-31T00:00:00Z', '2026-08-03T00:00:00Z')
    check('cron(0 0 ? * 2#2 *)', noon, '2026-04-13T00:00:00Z')
    check('cron(0 0 ? * FRIL *)', noon, '2026-03-27T00:00:00Z')
    check('cron(0 0 * * ? 2025)', noon, 'never')
    check('cron(0 0 30 2 ? *)', noon, 'never')
  })

  it('keeps to its start and end', () => {
    const start = '2026-04-01T18:00:00Z'
    check('cron(0 18 * * ? *)', noon, '2026-04-01T18:00:00Z', { start })
    check('cron(0 18 * * ? *)', noon, 'never', { end: '2026-03-10T17:59:59Z' })
  })

  it('follows the clocks of its zone', () => {
    const timezone = 'America/New_York'
    // Clocks are set forward on the 8th of March and back on the 1st of November.
    check('cron(0 9 * * ? *)', '2026-03-07T13:00:00Z', '2026-03-07T14:00:00Z', { timezone })
    check('cron(0 9 * * ? *)', '2026-03-08T00:00:00Z', '2026-03-08T13:00:00Z', { timezone })
    check('cron(30 2 * * ? *)', '2026-03-08T00:00:00Z', '2026-03-08T07:30:00Z', { timezone })
    check('cron(30 1 * * ? *)', '2026-11-01T00:00:00Z', '2026-11-01T05:30:00Z', { timezone })
    check('cron(30 1 * * ? *)', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z', { timezone })
  })

  it('is refused if it is not well formed', () => {
    const bad = [
      'at(2026-02-31T00:00:00)',
      'at(2026-02-01 00:00:00)',
      'at(2026-02-01T00:00)',
      'rate(0 minutes)',
      'rate(1 minutes)',
      'rate(2 minute)',
      'rate(5 weeks)',
      'cron(0 0 * * * *)',
      'cron(0 0 ? * ? *)',
      'cron(0 0 * * ?)',
      'cron(60 0 * * ? *)',
      'cron(5-1 0 * * ? *)',
      'cron(0/0 0 * * ? *)',
      'cron(a 0 * * ? *)',
      '0 0 * * *',
    ]
    for (const each of bad) assert.equal(parseSchedule(each), undefined, each)
  })

  it('has a zone of the IANA database', () => {
    assert.deepEqual(
      ['Europe/London', 'UTC', 'Etc/GMT+9', 'Nowhere/Land', '+02:00', ''].map(isZone),
      [true, true, true, false, false, false],
    )
  })
})
