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

export class ClientLimits {
  readonly #byAddress: RateBuckets | undefined
  readonly #byKey: RateBuckets | undefined
  readonly #refusals: RateBuckets
  #waiting = 0

  constructor({ perAddress, perKey }: RateSettings, clock: Clock = monotonicClock) {
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
    return !this.#byAddress.take(networkOf(peer.address))
  }

  admitAddress(peer: Peer | undefined): void {
    if (this.isOver(peer)) throw rateExceeded()
  }

  admitKey(accessKeyId: string): void {
    if (this.#byKey !== undefined && !this.#byKey.take(accessKeyId)) throw rateExceeded()
  }

  /** How long a client whose signature was refused has to wait for its answer; undefined: not at all. */
  refused(peer: Peer | undefined): Promise<void> | undefined {
    if (peer?.address === undefined || this.#refusals.take(networkOf(peer.address)))
      return undefined
    if (this.#waiting >= refusalWaitersMax) return undefined
    this.#waiting++
    return new Promise((resolve) => {
      setTimeout(() => {
        this.#waiting--
        resolve()
      }, refusalWaitMs).unref()
    })
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
