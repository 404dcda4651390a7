import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kinesisDestinationsMax } from '../model/limits.js'
import { kinesisDestinationListedMs } from './limits.js'
import type { KinesisDestination } from '../model/kinesis-destination.js'
import {
  disableDestination,
  enableDestination,
  updateDestination,
  type Destinations,
} from './change-destinations.js'
import { destinationStateOf } from './destination-state.js'

const transitionMs = 1000
const at = (nowMs: number) => ({ nowMs, doneAtMs: nowMs + transitionMs })
const table = (kinesisDestinations: Destinations = []) => ({
  name: 'things',
  id: 'an-id',
  kinesisDestinations,
})
const states = (destinations: Destinations, nowMs: number) =>
  destinations.map((each) => `${each.streamArn} ${destinationStateOf(each, nowMs)}`)

const enabled = enableDestination(table(), { streamArn: 'one' }, at(0))
const notEnableable = /must be DISABLED or ENABLE_FAILED to perform ENABLE operation\.$/
const notDisableable = /must be ACTIVE to perform DISABLE operation\.$/
const notUpdateable = /Updates are only allowed in ACTIVE state\./

describe('a Kinesis destination', () => {
  it('is enabling, then active', () => {
    assert.deepEqual(states(enabled, transitionMs - 1), ['one ENABLING'])
    assert.deepEqual(states(enabled, transitionMs), ['one ACTIVE'])
  })

  it('cannot be changed while it is enabling', () => {
    const early = at(transitionMs - 1)
    const again = () => enableDestination(table(enabled), { streamArn: 'one' }, early)
    assert.throws(again, notEnableable)
    const other = () => enableDestination(table(enabled), { streamArn: 'two' }, early)
    assert.throws(other, notEnableable)
    assert.throws(() => disableDestination(table(enabled), 'one', early), notDisableable)
    const update = () => updateDestination(table(enabled), 'one', 'MICROSECOND', early)
    assert.throws(update, notUpdateable)
  })

  it('is updating, then active, with the new precision at once', () => {
    const updated = updateDestination(table(enabled), 'one', 'MICROSECOND', at(5000))
    assert.equal(updated[0]!.precision, 'MICROSECOND')
    assert.deepEqual(states(updated, 5999), ['one UPDATING'])
    assert.deepEqual(states(updated, 6000), ['one ACTIVE'])
    assert.throws(() => disableDestination(table(updated), 'one', at(5999)), notDisableable)
    const again = () => updateDestination(table(updated), 'one', 'MICROSECOND', at(6000))
    assert.throws(again, /already set to the desired value of MICROSECOND for tableId: an-id/)
  })

  it('is disabling, then disabled, and no longer listed after a day', () => {
    const closed = disableDestination(table(enabled), 'one', at(5000))
    assert.deepEqual(states(closed, 5999), ['one DISABLING'])
    assert.deepEqual(disableDestination(table(closed), 'one', at(5999)), closed)
    assert.deepEqual(states(closed, 6000), ['one DISABLED'])
    assert.deepEqual(states(closed, 6000 + kinesisDestinationListedMs - 1), ['one DISABLED'])
    assert.deepEqual(states(closed, 6000 + kinesisDestinationListedMs), ['one gone'])
  })

  it('waits for no clock that went back', () => {
    const updated = updateDestination(table(enabled), 'one', 'MICROSECOND', at(5000))
    const closed = disableDestination(table(enabled), 'one', at(5000))
    assert.deepEqual(states(enabled, 2 - transitionMs), ['one ENABLING'])
    assert.deepEqual(states(enabled, 1 - transitionMs), ['one ACTIVE'])
    assert.deepEqual(states(updated, 4000), ['one UPDATING'])
    assert.deepEqual(states(updated, 3999), ['one ACTIVE'])
    assert.deepEqual(states(closed, 4000), ['one DISABLING'])
    assert.deepEqual(states(closed, 3999), ['one DISABLED'])
  })

  it('loses its precision when it is disabled', () => {
    const updated = updateDestination(table(enabled), 'one', 'MICROSECOND', at(5000))
    const [closed] = disableDestination(table(updated), 'one', at(6000))
    assert.equal(closed!.precision, undefined)
  })

  it('fails after a while if its stream cannot be used', () => {
    const failed = enableDestination(table(), { streamArn: 'one', failure: 'why' }, at(0))
    assert.deepEqual(states(failed, transitionMs - 1), ['one ENABLING'])
    assert.deepEqual(states(failed, transitionMs), ['one ENABLE_FAILED'])
    assert.throws(() => disableDestination(table(failed), 'one', at(5000)), notDisableable)
    const again = enableDestination(table(failed), { streamArn: 'one' }, at(5000))
    assert.deepEqual(states(again, 6000), ['one ACTIVE'])
  })

  it('differs from an earlier one that was enabled at the same moment', () => {
    const failed = enableDestination(table(), { streamArn: 'one', failure: 'why' }, at(0))
    const next = enableDestination(table(failed), { streamArn: 'two' }, at(transitionMs))
    const again = (list: Destinations): KinesisDestination =>
      enableDestination(table(list), { streamArn: 'three' }, { nowMs: 0, doneAtMs: 0 })[0]!
    assert.ok(next[0]!.enabledAtMs > failed[0]!.enabledAtMs)
    const closed = next.map((each) => ({ ...each, closed: { atMs: 0, disabledFromMs: 0 } }))
    assert.ok(again(closed).enabledAtMs > next[0]!.enabledAtMs)
  })

  it('is listed with as many earlier ones as a table keeps', () => {
    let list: Destinations = []
    for (let i = 0; i < kinesisDestinationsMax + 5; i++) {
      list = enableDestination(table(list), { streamArn: `s${i}`, failure: 'why' }, at(i * 2000))
    }
    assert.equal(list.length, kinesisDestinationsMax + 1)
    assert.equal(list[0]!.streamArn, `s${kinesisDestinationsMax + 4}`)
  })
})
