/** When writes are refused and taken again, at the edges of the limits. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Mutation } from '../engine.js'
import { VirtualClock } from '../../stdx/clock.js'
import { DiskSpace, type Disk } from './disk-space.js'
import { notedWhileAmple } from './folder-disk.js'
import {
  spaceAmpleBytes,
  spaceAmpleMs,
  spaceLooksUntilTry,
  spaceLowBytes,
  spaceMarginBytes,
  spaceReserveBytes,
  spaceReserveShare,
  spaceStepBytes,
} from './limits.js'
import { applyRoomBytes, logRoomBytes } from './log/limits.js'

const key = Buffer.of(1)
const put: Mutation = { kind: 'put', space: 1, key, value: Buffer.alloc(0) }
const deletion: Mutation = { kind: 'delete', space: 1, key }
/** What `put` is taken to need. */
const putBytes = 80 * 1024

/** A disk whose room is a variable. */
class VariableDisk implements Disk {
  readonly totalBytes: number
  available = 10 * spaceLowBytes
  inside = 0
  reserve = spaceReserveBytes

  constructor(totalBytes = 100 * spaceLowBytes) {
    this.totalBytes = totalBytes
  }

  availableBytes = () => this.available
  bytesInside = () => this.inside
  reserveBytes = () => this.reserve

  growReserve(missingBytes: number): void {
    this.#move(missingBytes)
  }

  shrinkReserve(): boolean {
    const bytes = Math.min(this.reserve, spaceStepBytes)
    this.#move(-bytes)
    return bytes > 0
  }

  #move(bytes: number): void {
    this.reserve += bytes
    this.available -= bytes
  }
}

function spaceOn(disk: Disk): DiskSpace & Disposable {
  const space = new DiskSpace(disk, () => undefined)
  return Object.assign(space, { [Symbol.dispose]: () => space.close() })
}

/** Whether a commit of one transaction is taken. */
function takes(space: DiskSpace, mutation: Mutation): boolean {
  space.begin()
  try {
    space.requireRoom([mutation])
    return true
  } catch {
    return false
  }
}

describe('room for a log', () => {
  it('is there from a limit on, and not while writes are refused', () => {
    const disk = new VariableDisk()
    using space = spaceOn(disk)
    for (const [available, hasRoom] of [
      [logRoomBytes, true],
      [logRoomBytes - 1, false],
    ] as const) {
      disk.available = available
      assert.equal(space.hasRoomForLog, hasRoom)
    }
    space.failed(Object.assign(new Error(), { code: 'ENOSPC' }))
    disk.available = logRoomBytes
    assert.equal(space.hasRoomForLog, false)
  })

  it('is needed to write it into the tree, down to a limit; then writes are refused', () => {
    const disk = new VariableDisk()
    using space = spaceOn(disk)
    disk.available = applyRoomBytes
    space.requireRoomToApply()
    assert.equal(space.refusal, undefined)
    disk.available--
    assert.throws(() => space.requireRoomToApply(), /the disk is full/)
    assert.notEqual(space.refusal, undefined)
  })
})

describe('the room on the disk', () => {
  it('is not counted while there is enough', () => {
    const disk = new VariableDisk()
    using space = spaceOn(disk)
    // Without a reserve the put would be refused, if anything were counted.
    disk.reserve = 0
    disk.inside = -spaceLowBytes
    disk.available = spaceLowBytes
    assert.equal(takes(space, put), true)
    disk.available = spaceLowBytes - 1
    space.begin()
    space.committed()
    assert.equal(takes(space, put), false)
  })

  it('takes a write that leaves the reserve whole, and no other', () => {
    const disk = new VariableDisk()
    using space = spaceOn(disk)
    disk.available = putBytes
    assert.equal(takes(space, put), true)
    disk.available = putBytes - 1
    assert.equal(takes(space, put), false)
    assert.equal(takes(space, deletion), true)
  })

  it('wants a smaller reserve on a small disk', () => {
    const small = spaceReserveBytes * spaceReserveShare
    for (const [totalBytes, wanted] of [
      [small, spaceReserveBytes],
      [small + spaceReserveShare, spaceReserveBytes],
      [small - spaceReserveShare, spaceReserveBytes - 1],
    ] as const) {
      const disk = new VariableDisk(totalBytes)
      using space = spaceOn(disk)
      disk.reserve = 0
      space.look()
      assert.equal(disk.reserve, wanted)
    }
  })

  it('takes writes again once there is a margin beside the reserve', () => {
    const disk = new VariableDisk()
    using space = spaceOn(disk)
    disk.available = 0
    assert.equal(takes(space, put), false)
    disk.available = spaceMarginBytes - 1
    space.look()
    assert.notEqual(space.refusal, undefined)
    disk.available = spaceMarginBytes
    space.look()
    assert.equal(space.refusal, undefined)
  })

  it('tries a write after some looks if room was never short', () => {
    const disk = new VariableDisk()
    using space = spaceOn(disk)
    disk.available = 10 * spaceMarginBytes
    space.begin()
    space.failed(Object.assign(new Error('quota'), { code: 'EDQUOT' }))
    for (let look = 1; look < spaceLooksUntilTry; look++) space.look()
    assert.notEqual(space.refusal, undefined)
    space.look()
    assert.equal(space.refusal, undefined)
  })
})

describe('a look at the disk', () => {
  it('holds for a while if there is plenty, and not otherwise', () => {
    const clock = new VirtualClock(1000)
    let bytes = spaceAmpleBytes
    const available = notedWhileAmple(() => bytes, clock)
    assert.equal(available(), spaceAmpleBytes)
    bytes = spaceAmpleBytes - 1
    clock.advance(spaceAmpleMs - 1)
    assert.equal(available(), spaceAmpleBytes)
    clock.advance(1)
    assert.equal(available(), spaceAmpleBytes - 1)
    bytes = 5
    assert.equal(available(), 5)
  })
})
