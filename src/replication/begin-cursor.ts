/** The first cursor of one member in the changes of another. */
import { zeroVersion } from '../model/version.js'
import type { MemberPlace, SourcePoint } from './change-source.js'
import { placeAfter, type ReplicaCursor } from './replica-cursor.js'

const nothingKnown = { closed: zeroVersion, stable: zeroVersion }

/** Of a member that came later, so that its log has everything that was written to it. */
export function beginFollowing(memberId: string, { epoch }: SourcePoint): ReplicaCursor {
  return { memberId, epoch, positions: [], nextLane: 0, ...nothingKnown }
}

/**
 * Copies all items, then follows the log from where it is now. What is written meanwhile may be in both, which
 * does no harm.
 */
export function beginCopy(memberId: string, point: SourcePoint, nowMs: number): ReplicaCursor {
  return {
    memberId,
    ...placeAfter(point),
    ...nothingKnown,
    copy: { items: 0, beganAtMs: nowMs },
  }
}

/** Goes on where the member whose items are copied has got. */
export function beginAt(place: MemberPlace): ReplicaCursor {
  return { ...place, ...nothingKnown }
}
