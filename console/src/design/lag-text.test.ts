import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lagText } from './lag-text.js'

describe('how far behind something is', () => {
  const rows: readonly (readonly [number | undefined, string])[] = [
    [undefined, '–'],
    [0, 'nothing'],
    [999, 'under 1 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h 0 min'],
  ]
  for (const [ageMs, text] of rows) it(text, () => assert.equal(lagText(ageMs), text))
})
