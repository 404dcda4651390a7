/** The background work of processes that serve together: who does it is known at once, and so is what there is to do. */
import { Lease } from '../jobs/lease.js'
import type { Worker } from '../jobs/worker.js'
import { monotonicClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import type { TeamLink } from './team-link.js'

/** Under a name that the others know. Undefined if this process is alone. */
export function teamLease(engine: Engine, team: TeamLink | undefined): Lease | undefined {
  if (team === undefined || !engine.shared) return undefined
  const { holder } = team.work
  return new Lease({ engine, clock: monotonicClock, random: systemRandom, holder })
}

export function shareWork({ work }: TeamLink, lease: Lease, worker: Worker): void {
  work.onRing(() => worker.lookAgain())
  work.onDeparted((holder) => {
    lease.departed(holder)
    worker.lookAgain()
  })
}
