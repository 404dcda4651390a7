/**
 * How many requests a client may send: for each address, before anything is done for them, and for each
 * access key, once it is known whose it is. And how soon a client learns that its signature was refused:
 * those who are refused again and again wait, while others behind the same address are served.
 *
 * A limit that is off costs nothing.
 */
import { ServiceError } from '../../model/errors.js'
import { monotonicClock, type Clock } from '../../stdx/clock.js'
import { RateBuckets } from '../../stdx/rate-buckets.js'
import {
  limitedClientsMax,
  refusalsBurst,
  refusalsPerSecond,
  refusalWaitersMax,
  refusalWaitMs,
} from '../limits.js'
import { networkOf } from '../network-of.js'
import type { Peer } from './message.js'

export interface RateSettings {
  /** Requests per second; 0 for any number. */
  readonly perAddress: number
  readonly perKey: number
}

export type ClientRate = 'address' | 'key' | 'refusal'

/** Called with everything that counts for a limit, where other processes count it too. */
export type OnTaken = (rate: ClientRate, key: string) => void

export class ClientLimits {
  readonly #byAddress: RateBuckets | undefined
  readonly #byKey: RateBuckets | undefined
  readonly #refusals: RateBuckets
  readonly #onTaken: OnTaken | undefined
  #waiting = 0

  constructor(
    { perAddress, perKey }: RateSettings,
    clock: Clock = monotonicClock,
    onTaken?: OnTaken,
  ) {
    this.#onTaken = onTaken
    this.#byAddress = bucketsFor(perAddress, clock)
    this.#byKey = bucketsFor(perKey, clock)
    this.#refusals = new RateBuckets({
      ...{ perSecond: refusalsPerSecond, burst: refusalsBurst },
      ...{ keysMax: limitedClientsMax, clock },
    })
  }

  /** Whether the address has sent too many requests. */
  isOver(peer: Peer | undefined): boolean {
    if (this.#byAddress === undefined || peer?.address === undefined) return false
    return !this.#take(this.#byAddress, 'address', networkOf(peer.address))
  }

  admitAddress(peer: Peer | undefined): void {
    if (this.isOver(peer)) throw rateExceeded()
  }

  admitKey(accessKeyId: string): void {
    if (this.#byKey !== undefined && !this.#take(this.#byKey, 'key', accessKeyId)) {
      throw rateExceeded()
    }
  }

  /** Another process that serves the same clients has counted this. */
  charge(rate: ClientRate, key: string, times: number): void {
    this.#bucketsOf(rate)?.charge(key, times)
  }

  /** How long a client whose signature was refused has to wait for its answer; undefined: not at all. */
  refused(peer: Peer | undefined): Promise<void> | undefined {
    if (peer?.address === undefined) return undefined
    if (this.#take(this.#refusals, 'refusal', networkOf(peer.address))) return undefined
    if (this.#waiting >= refusalWaitersMax) return undefined
    this.#waiting++
    return new Promise((resolve) => {
      setTimeout(() => {
        this.#waiting--
        resolve()
      }, refusalWaitMs).unref()
    })
  }

  #take(buckets: RateBuckets, rate: ClientRate, key: string): boolean {
    const isTaken = buckets.take(key)
    if (isTaken) this.#onTaken?.(rate, key)
    return isTaken
  }

  #bucketsOf(rate: ClientRate): RateBuckets | undefined {
    switch (rate) {
      case 'address':
        return this.#byAddress
      case 'key':
        return this.#byKey
      case 'refusal':
        return this.#refusals
    }
  }
}

function bucketsFor(perSecond: number, clock: Clock): RateBuckets | undefined {
  if (perSecond === 0) return undefined
  return new RateBuckets({ perSecond, burst: perSecond, keysMax: limitedClientsMax, clock })
}

/** AWS: what SDKs retry, more slowly each time. */
function rateExceeded(): ServiceError {
  return new ServiceError('ThrottlingException', 'Rate exceeded')
}
