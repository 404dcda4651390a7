/**
 * How far a clock that can be set is believed. What deletes by age (trimming of streams, expiry) goes
 * by the result, because a clock that jumps a day ahead for ten seconds must not delete a day.
 *
 * The clock is compared with one that only goes forward, such as the time since the machine was
 * started. Their difference stays the same unless somebody sets the clock:
 *
 * - A clock that goes back is followed at once. What is to be deleted is then deleted later, which is
 *   always safe.
 * - A clock that jumps ahead is followed at once as far as `clockJumpMsMax`. The rest is believed once
 *   it has lasted for `clockDoubtMs`; until then time passes as if the clock had not jumped further.
 *
 * Nothing here reads a clock.
 */
import { clockDoubtMs, clockJumpMsMax } from './limits.js'

/** Both clocks, read at the same moment. */
export interface ClockReading {
  /** The clock in question. */
  readonly wallMs: number
  /** The one that only goes forward. */
  readonly steadyMs: number
}

export interface ClockBelief {
  /** By how much the clock is believed to be ahead of the steady one. */
  readonly believedMs: number
  /** By how much it was ahead when it was last set, and when that was, by the steady clock. */
  readonly shownMs: number
  readonly shownSinceMs: number
}

/** The first belief, given a time that has certainly come. */
export function firstBelief(reading: ClockReading, certainMs: number): ClockBelief {
  const { steadyMs } = reading
  const shownMs = offsetOf(reading)
  return { believedMs: certainMs - steadyMs, shownMs, shownSinceMs: steadyMs }
}

export function nextBelief(before: ClockBelief, reading: ClockReading): ClockBelief {
  const { steadyMs } = reading
  const shownMs = offsetOf(reading)
  const wasSet = Math.abs(shownMs - before.shownMs) > clockJumpMsMax
  if (wasSet) return { ...before, shownMs, shownSinceMs: steadyMs }
  const hasLasted = steadyMs - before.shownSinceMs >= clockDoubtMs
  return hasLasted ? { ...before, believedMs: shownMs } : before
}

/** How far the clock is ahead of what is believed; 0 if it is believed. */
export function doubtedMs({ believedMs }: ClockBelief, reading: ClockReading): number {
  return Math.max(0, offsetOf(reading) - believedMs - clockJumpMsMax)
}

export function believedTime(belief: ClockBelief, reading: ClockReading): number {
  return reading.wallMs - doubtedMs(belief, reading)
}

function offsetOf({ wallMs, steadyMs }: ClockReading): number {
  return wallMs - steadyMs
}
