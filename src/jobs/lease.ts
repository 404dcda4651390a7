/**
 * The lease on the background work of a shared store: one server has it and renews it, and another
 * takes it over once it has not been renewed for too long.
 *
 * Being the holder is a belief, not a fact: a server that was suspended may hold on to it while another
 * has taken over. So everything done under the lease carries the fence, which the takeover breaks. A
 * guard alone would leave a gap: PostgreSQL checks guards within a statement, and a takeover cannot lock
 * the spaces that are written to, because it does not know them. Writing the fence back closes the gap
 * (`storage/fence.ts`). The takeover itself reads and writes two small records and locks no space.
 *
 * Nothing here has a timer: `renewIfDue` does what is due and returns when to call it again.
 */
import { departedHoldersMax, leaseDurationMs, leaseRenewalMs } from './limits.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import {
  decodeFence,
  decodeLease,
  deleteLease,
  fenceOf,
  getBell,
  getFence,
  getLease,
  type LeasePurpose,
  putBell,
  putFence,
  putLease,
} from './lease-record.js'
import { LeaseWatch, sameBytes, type Sighting } from './lease-watch.js'

export interface LeaseDependencies {
  readonly engine: Engine
  /** One that only goes forward. */
  readonly clock: Clock
  readonly random: Random
  /** The name of this process, if somebody else has to know it; otherwise one is made up. */
  readonly holder?: Uint8Array | undefined
  readonly purpose?: LeasePurpose
  readonly durations?: LeaseDurations
}

export interface LeaseDurations {
  /** A lease that was not renewed for this long may be taken over. */
  readonly durationMs: number
  /** How often its holder renews it, and the other servers look at it. */
  readonly renewalMs: number
}

const usualDurations: LeaseDurations = { durationMs: leaseDurationMs, renewalMs: leaseRenewalMs }

interface Tenure {
  readonly fence: bigint
  /** The record was certainly ours up to this moment. */
  readonly renewedAtMs: number
  readonly counter: bigint
}

export class Lease {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #random: Random
  readonly #holder: Uint8Array
  readonly #purpose: LeasePurpose
  readonly #durations: LeaseDurations
  readonly #watch: LeaseWatch
  #tenure: Tenure | undefined
  #lookAtMs = -Infinity
  #bell: Buffer | undefined
  #rung = false
  /** Those that are known to be gone, the latest last. */
  #departed: readonly Uint8Array[] = []

  constructor({ engine, clock, random, holder, purpose, durations }: LeaseDependencies) {
    this.#engine = engine
    this.#clock = clock
    this.#random = random
    this.#holder = holder ?? random.bytes(16)
    this.#purpose = purpose ?? 'serving'
    this.#durations = durations ?? usualDurations
    this.#watch = new LeaseWatch(clock)
  }

  /** What all work under the lease has to carry; undefined unless the lease is believed to be ours. */
  get fence(): Fence | undefined {
    const tenure = this.#tenure
    if (tenure === undefined) return undefined
    const trusted = this.#clock.now() - tenure.renewedAtMs < this.#durations.durationMs
    return trusted ? fenceOf(tenure.fence) : undefined
  }

  /**
   * Takes, renews or watches the lease if that is due. Resolves with the milliseconds until it is due
   * again. If the store fails, the lease is believed to be what it was until it expires.
   */
  async renewIfDue(): Promise<number> {
    const nowMs = this.#clock.now()
    if (nowMs >= this.#lookAtMs) {
      this.#lookAtMs = nowMs + this.#durations.renewalMs
      if (this.#tenure !== undefined) await this.#renew(this.#tenure)
      if (this.#tenure === undefined) await this.#takeIfFree()
    }
    return Math.max(this.#lookAtMs - this.#clock.now(), 0)
  }

  /** A guard broke, which may have been the fence: the next `renewIfDue` looks at once. */
  recheck(): void {
    this.#lookAtMs = -Infinity
  }

  /** The process of this name is gone, so its lease need not run out before it is taken. */
  departed(holder: Uint8Array): void {
    this.#departed = [...this.#departed, holder].slice(-departedHoldersMax)
    this.recheck()
  }

  /** Renews the lease now. Resolves with whether it is ours. */
  async renew(): Promise<boolean> {
    if (this.#tenure !== undefined) await this.#renew(this.#tenure)
    return this.#tenure !== undefined
  }

  /** Tells the holder that there is work; it notices when it renews the lease. */
  async announceWork(): Promise<void> {
    const mutations = [putBell(this.#random.bytes(8))]
    await this.#engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }

  /** Whether another server rang since this was last asked. */
  wasAnnounced(): boolean {
    const rung = this.#rung
    this.#rung = false
    return rung
  }

  /** Lets another server take it at once. */
  async release(): Promise<void> {
    if (this.#tenure === undefined) return
    this.#tenure = undefined
    await this.#engine.transact({
      reads: [getLease],
      decide: ([lease]) => ({
        mutations: this.#isOurs(lease) ? [deleteLease] : [],
        result: undefined,
      }),
    })
  }

  async #renew(tenure: Tenure): Promise<void> {
    const renewedAtMs = this.#clock.now()
    const counter = tenure.counter + 1n
    const { ours, bell } = await this.#engine.transact({
      reads: [getLease, getBell],
      decide: ([lease, bell]) => {
        const ours = this.#isOurs(lease)
        return { mutations: ours ? [this.#record(counter)] : [], result: { ours, bell } }
      },
    })
    this.#tenure = ours ? { ...tenure, renewedAtMs, counter } : undefined
    this.#rung ||= !sameBytes(bell, this.#bell)
    this.#bell = bell
  }

  async #takeIfFree(): Promise<void> {
    const sighting = await this.#watch.look(this.#engine)
    if (this.#isFree(sighting)) await this.take(sighting)
  }

  /** If it names us and we do not know, we took it on a connection that broke before the answer. */
  #isFree({ bytes, stillMs }: Sighting): boolean {
    if (bytes === undefined || this.#isOurs(bytes)) return true
    return stillMs >= this.#durations.durationMs || this.#hasDeparted(bytes)
  }

  #hasDeparted(lease: Buffer): boolean {
    const { holder } = decodeLease(lease)
    return this.#departed.some((each) => Buffer.compare(holder, each) === 0)
  }

  /**
   * Takes the lease if it still is as it was seen. Resolves with whether it is ours now. Maintenance also
   * needs that no server rang: one that starts rings before it looks whether it may serve.
   */
  async take(seen: Pick<Sighting, 'bytes' | 'bell'>): Promise<boolean> {
    const renewedAtMs = this.#clock.now()
    const fence = await this.#engine.transact({
      reads: [getLease, getFence, getBell],
      decide: ([lease, before, bell]) => {
        const quiet = this.#purpose === 'serving' || sameBytes(bell, seen.bell)
        if (!quiet || !sameBytes(lease, seen.bytes)) return { mutations: [], result: undefined }
        const next = decodeFence(before) + 1n
        return { mutations: [this.#record(0n), putFence(next)], result: next }
      },
    })
    this.#tenure = fence === undefined ? undefined : { fence, renewedAtMs, counter: 0n }
    return fence !== undefined
  }

  #record(counter: bigint) {
    return putLease({ purpose: this.#purpose, holder: this.#holder, counter })
  }

  #isOurs(lease: Buffer | undefined): boolean {
    return lease !== undefined && Buffer.compare(decodeLease(lease).holder, this.#holder) === 0
  }
}
