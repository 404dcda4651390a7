import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangeLog } from './change-log.js'
import type { LogReader } from './reader.js'
import { planLanes } from './plan-lanes.js'

const reader = (over: Partial<LogReader>): LogReader => ({
  account: '000000000000',
  region: 'us-east-1',
  space: 9,
  kind: 'test',
  beganAtMs: 0,
  images: 'both',
  retentionMs: 0,
  settings: {},
  tableName: 'things',
  tableId: 'an-id',
  positions: [],
  nextLane: 0,
  ...over,
})
const log = (openLanes: readonly number[], nextLane: number): ChangeLog => ({
  account: '000000000000',
  region: 'us-east-1',
  space: 9,
  tableName: 'things',
  tableId: 'an-id',
  createdAtMs: 0,
  nextShard: 0,
  nextLane,
  lastOpenedAtMs: 0,
  open: openLanes.map((lane) => ({
    number: lane,
    lane,
    openedAtMs: 0,
    first: 1,
    trimmedThrough: 0,
  })),
})
const planned = (
  of: LogReader,
  open: readonly number[],
  nextLane: number,
  heads: [number, number][],
) => {
  const { tasks, positions, complete, ...rest } = planLanes(of, log(open, nextLane), new Map(heads))
  return {
    tasks: tasks.map(({ position: { lane, next }, last }) => `${lane}: ${next}-${last}`),
    left: positions.map(({ lane }) => lane),
    nextLane: rest.nextLane,
    complete,
  }
}

describe('a delivery continues with', () => {
  const two = { positions: [0, 1].map((lane) => ({ lane, next: 5 })), nextLane: 2 }

  it('all open lanes that have something new', () => {
    const heads: [number, number][] = [
      [0, 4],
      [1, 9],
    ]
    const expected = { tasks: ['1: 5-9'], left: [0, 1], nextLane: 2, complete: false }
    assert.deepEqual(planned(reader(two), [0, 1], 2, heads), expected)
  })

  it('closed lanes first, one after the other, then those that they were split into', () => {
    const heads: [number, number][] = [
      [0, 6],
      [1, 7],
      [2, 8],
      [3, 8],
    ]
    const behind = planned(reader(two), [2, 3], 4, heads)
    assert.deepEqual(behind.tasks, ['0: 5-6'])
    assert.deepEqual([behind.left, behind.nextLane], [[0, 1, 2, 3], 4])
    const later = { positions: [{ lane: 1, next: 8 }], nextLane: 2 }
    const caughtUp = planned(reader(later), [2, 3], 4, heads)
    assert.deepEqual(caughtUp.tasks, ['2: 1-8', '3: 1-8'])
    assert.deepEqual(caughtUp.left, [2, 3], 'a closed lane is done with')
  })

  it('only the changes from before its destination was closed', () => {
    const end = { heads: [[0, 6]] as const, nextLane: 2 }
    const heads: [number, number][] = [
      [0, 9],
      [1, 9],
      [2, 9],
    ]
    const closed = planned(reader({ ...two, end }), [0, 1], 3, heads)
    assert.deepEqual(closed, { tasks: ['0: 5-6'], left: [0], nextLane: 2, complete: false })
    const done = reader({ positions: [{ lane: 0, next: 7 }], nextLane: 2, end })
    assert.deepEqual(planned(done, [0, 1], 3, heads).complete, true)
  })
})
