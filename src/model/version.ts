/**
 * Which of two writes of an item is the later one, if they were made in different regions: the time of
 * a write, a count for writes at one time, and the region that made it. No two writes of an item have the
 * same version, so every region comes to the same conclusion.
 *
 * Times are those of servers' clocks. A write is later than the version it replaces, whatever the clock
 * says: so nobody's own later write loses to an earlier one.
 */
export interface Version {
  readonly ms: number
  readonly counter: number
  readonly region: string
}

/** A version where its region is known. */
export type VersionStamp = Omit<Version, 'region'>

/** Of an item that was written before its table had other regions. Every other version is greater. */
export const zeroVersion: Version = { ms: 0, counter: 0, region: '' }

/** How many writes one millisecond can have; the next goes to the millisecond after. */
const countersMax = 2 ** 16

export function compareVersions(a: Version, b: Version): number {
  if (a.ms !== b.ms) return a.ms - b.ms
  if (a.counter !== b.counter) return a.counter - b.counter
  return a.region < b.region ? -1 : a.region > b.region ? 1 : 0
}

export function isLater(a: Version, b: Version): boolean {
  return compareVersions(a, b) > 0
}

export function laterOf(a: Version, b: Version): Version {
  return isLater(b, a) ? b : a
}

/** The least version of a region that is later than a version, of whatever region. */
export function successorOf({ ms, counter }: Version, region: string): Version {
  return counter + 1 < countersMax
    ? { ms, counter: counter + 1, region }
    : { ms: ms + 1, counter: 0, region }
}

/** The version of a write that is made now, after these. */
export function nextVersion(nowMs: number, region: string, after: readonly Version[]): Version {
  let version: Version = { ms: nowMs, counter: 0, region }
  for (const earlier of after) {
    if (!isLater(version, earlier)) version = successorOf(earlier, region)
  }
  return version
}
