import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '../model/errors.js'
import { chosenExtent, type ExtentWish } from './export-extent.js'

const minute = 60_000
const hour = 60 * minute
const nowMs = Date.UTC(2026, 9, 8, 12, 30, 15, 250)
const createdAtMs = nowMs - 48 * hour
const table = { name: 'Music', createdAtMs, earliestMs: nowMs - 30 * hour }
const full = (atMs?: number): ExtentWish => ({ kind: 'full', atMs, isNamed: false })
const increment = (fromMs: number, toMs?: number): ExtentWish => ({
  kind: 'incremental',
  fromMs,
  toMs,
})

function refusal(wish: ExtentWish, source: typeof table | object = {}): string {
  try {
    chosenExtent(wish, { ...table, ...source }, nowMs)
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    return `${error.type}: ${error.message}`
  }
  return 'accepted'
}

const invalid = (sentence: string) => `InvalidExportTimeException: ${sentence}`
const uncovered = invalid('Point in Time Recovery is not available for specified export time')
const off =
  "PointInTimeRecoveryUnavailableException: Point in time recovery is not enabled for table 'Music'"

test('a full export is of now unless it names a time', () => {
  assert.deepEqual(chosenExtent(full(), table, nowMs), {
    kind: 'full',
    atMs: nowMs,
    isNamed: false,
    isNow: true,
  })
  const thisSecond = nowMs - 250
  assert.deepEqual(chosenExtent(full(thisSecond), table, nowMs), {
    kind: 'full',
    atMs: thisSecond,
    isNamed: false,
  })
})

test('the time of a full export', () => {
  assert.equal(refusal(full(), { earliestMs: undefined }), off)
  assert.equal(refusal(full(nowMs + 1)), invalid('Export Time is invalid'))
  assert.equal(refusal(full(createdAtMs - 1000)), invalid('Export Time is invalid'))
  assert.equal(refusal(full(table.earliestMs - 1000)), uncovered)
  assert.equal(refusal(full(table.earliestMs)), 'accepted')
  assert.equal(refusal(full(table.earliestMs - 250)), 'accepted')
  assert.equal(refusal(full(nowMs)), 'accepted')
})

test('the window of an incremental export has whole seconds', () => {
  assert.deepEqual(chosenExtent(increment(nowMs - hour), table, nowMs), {
    kind: 'incremental',
    fromMs: Date.UTC(2026, 9, 8, 11, 30, 15),
    toMs: Date.UTC(2026, 9, 8, 12, 30, 15),
    view: 'NEW_AND_OLD_IMAGES',
  })
})

test('the window of an incremental export', () => {
  assert.equal(
    refusal(increment(createdAtMs - 1000), { earliestMs: undefined }),
    invalid(
      'Incremental export period from time cannot be less than the table creation time : 2026-10-06T12:30:14Z',
    ),
  )
  assert.equal(
    refusal(increment(nowMs - hour, nowMs + 1000)),
    invalid(
      'Incremental export period to time cannot be greater than the current time : 2026-10-08T12:30:16Z',
    ),
  )
  const short = invalid(
    'Difference between export period from time and export period to time is less than 15 minutes',
  )
  assert.equal(refusal(increment(nowMs - 15 * minute + 1000)), short)
  assert.equal(refusal(increment(nowMs - hour, nowMs - hour)), short)
  assert.equal(refusal(increment(nowMs - 15 * minute)), 'accepted')
  assert.equal(refusal(increment(nowMs - 24 * hour)), 'accepted')
  assert.match(refusal(increment(nowMs - 24 * hour - 1000)), /greater than 24 hours/)
  assert.equal(refusal(increment(nowMs - hour), { earliestMs: undefined }), off)
  assert.equal(refusal(increment(table.earliestMs - 1000, table.earliestMs + hour)), uncovered)
})
