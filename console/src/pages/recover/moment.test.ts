import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  localText,
  momentOfText,
  restorableRange,
  restoredName,
  stepOfKey,
  withinRange,
} from './moment.js'

describe('a second of the past', () => {
  it('is whole, and within what can be restored', () => {
    const range = restorableRange(100.2, 200.9)
    assert.deepEqual(range, { earliest: 101, latest: 200 })
    assert.equal(withinRange(99, range), 101)
    assert.equal(withinRange(150.7, range), 150)
    assert.equal(withinRange(999, range), 200)
  })

  it('has a range even if it is a second old', () => {
    assert.deepEqual(restorableRange(100.2, 100.9), { earliest: 101, latest: 101 })
  })

  const check = (key: string, held: 'shift' | 'ctrl' | '', step: number | undefined): void => {
    it(`${held} ${key} moves by ${step}`, () => {
      const pressed = { key, shiftKey: held === 'shift', ctrlKey: held === 'ctrl' }
      assert.equal(stepOfKey(pressed), step)
    })
  }
  check('ArrowLeft', '', -1)
  check('ArrowRight', 'shift', 60)
  check('ArrowRight', 'ctrl', 3600)
  check('PageDown', '', -3600)
  check('a', '', undefined)

  it('names a table', () => {
    const moment = Date.UTC(2026, 10, 16, 14, 2, 10) / 1000
    assert.equal(restoredName('Music', moment), 'Music-at-20261116-140210')
    assert.equal(restoredName('a'.repeat(255), moment).length, 255)
  })

  it('survives the way through an input', () => {
    assert.equal(momentOfText(localText(1_763_300_000)), 1_763_300_000)
    assert.equal(momentOfText(''), undefined)
  })
})
