/**
 * Whether this server is the one that does the background work of its store: always if the store is
 * not shared, and while it has the lease if it is. The one place to ask for the fence.
 */
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { unfenced, type Fence } from '../storage/fence.js'
import type { Lease } from './lease.js'
import { leaseRenewalMs } from './limits.js'

export interface WorkRightDependencies {
  readonly clock: Clock
  readonly log: Log
  /** For a store that other servers use too. */
  readonly lease?: Lease | undefined
  /** Called when this server has announced work, for those that can tell the others at once. */
  readonly onAnnounced?: (() => void) | undefined
}

export class WorkRight {
  readonly #clock: Clock
  readonly #log: Log
  readonly #lease: Lease | undefined
  readonly #onAnnounced: () => void
  #isHeld = false

  constructor({ clock, log, lease, onAnnounced }: WorkRightDependencies) {
    this.#onAnnounced = onAnnounced ?? (() => undefined)
    this.#clock = clock
    this.#log = log
    this.#lease = lease
  }

  /** What every change has to carry; undefined while another server does the work. */
  get fence(): Fence | undefined {
    if (!this.#isHeld) return undefined
    return this.#lease === undefined ? unfenced : this.#lease.fence
  }

  /** Takes, renews or watches the lease if that is due. Resolves with the time at which it is due again. */
  async renewIfDue(): Promise<number> {
    if (this.#lease === undefined) {
      this.#isHeld = true
      return Infinity
    }
    const restMs = await this.#lease.renewIfDue().catch((error: unknown) => {
      this.#log.error('lease renewal failed', { error })
      return leaseRenewalMs
    })
    const isHeld = this.#lease.fence !== undefined
    if (isHeld !== this.#isHeld) {
      this.#log.info(isHeld ? 'background work taken over' : 'background work handed over')
    }
    this.#isHeld = isHeld
    return this.#clock.now() + restMs
  }

  /** Whether another server announced work since this was last asked. */
  wasAnnounced(): boolean {
    return this.#lease?.wasAnnounced() === true
  }

  /** A guard broke, which may have been the fence: the next `renewIfDue` looks at the lease at once. */
  recheck(): void {
    this.#lease?.recheck()
  }

  /** Tells the server that does the work that there is some. If it misses that, it finds out a little later. */
  announceWork(): void {
    if (!this.#isHeld) this.#lease?.announceWork().then(this.#onAnnounced, () => undefined)
  }

  async release(): Promise<void> {
    // A lease that cannot be released expires.
    await this.#lease?.release().catch((error: unknown) => {
      this.#log.debug('lease not released', { error })
    })
  }
}
