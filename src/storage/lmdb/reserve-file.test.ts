import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withFolder } from './child-process-suite.js'
import { spaceStepBytes } from './limits.js'
import { availableBytes, growReserve, reserveBytes, shrinkReserve } from './reserve-file.js'

describe('the reserve of a data folder', () => {
  it('grows by what is missing, and by a step at most', () =>
    withFolder(async (dataDir) => {
      for (const [missing, grown] of [
        [1, 1],
        [spaceStepBytes - 1, spaceStepBytes - 1],
        [spaceStepBytes, spaceStepBytes],
        [spaceStepBytes + 1, spaceStepBytes],
      ] as const) {
        const before = reserveBytes(dataDir)
        growReserve(dataDir, missing)
        assert.equal(reserveBytes(dataDir) - before, grown)
      }
    }))

  it('shrinks by a step, until nothing is left', () =>
    withFolder(async (dataDir) => {
      assert.equal(shrinkReserve(dataDir), false)
      growReserve(dataDir, spaceStepBytes)
      growReserve(dataDir, 1)
      for (const left of [1, 0]) {
        assert.equal(shrinkReserve(dataDir), true)
        assert.equal(reserveBytes(dataDir), left)
      }
      assert.equal(shrinkReserve(dataDir), false)
    }))

  it('does not grow if the disk has no room for all that is missing', () =>
    withFolder(async (dataDir) => {
      growReserve(dataDir, 2 * availableBytes(dataDir))
      assert.equal(reserveBytes(dataDir), 0)
    }))
})
