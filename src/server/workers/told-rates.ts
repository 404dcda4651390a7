/**
 * Requests that count for a limit of an address or a key, told to the other workers: each charges its own buckets with what
 * the others counted, so that a client gets the same rate however its connections are spread. What is told is late by some
 * milliseconds, so a burst may exceed the limit by what was under way.
 */
import type { ClientRate } from '../../wire/http/client-limits.js'
import type { SharedRates } from '../team-link.js'
import { takenKeysMax, takenRatesMs } from './limits.js'
import type { TakenRates } from './messages.js'

type Charge = (rate: ClientRate, key: string, times: number) => void

export class ToldRates implements SharedRates {
  readonly #tell: (rates: TakenRates) => void
  #charge: Charge = () => undefined
  #taken = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(tell: (rates: TakenRates) => void) {
    this.#tell = tell
  }

  readonly note = (rate: ClientRate, key: string): void => {
    const name = `${rate} ${key}`
    const times = this.#taken.get(name)
    if (times === undefined && this.#taken.size >= takenKeysMax) return
    this.#taken.set(name, (times ?? 0) + 1)
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#send(), takenRatesMs).unref()
  }

  onOthers(charge: Charge): void {
    this.#charge = charge
  }

  others(rates: TakenRates): void {
    for (const [rate, keys] of Object.entries(rates)) {
      for (const [key, times] of Object.entries(keys)) this.#charge(rate as ClientRate, key, times)
    }
  }

  #send(): void {
    const taken = this.#taken
    this.#taken = new Map()
    this.#timer = undefined
    const rates: Partial<Record<ClientRate, Record<string, number>>> = {}
    for (const [name, times] of taken) {
      const blank = name.indexOf(' ')
      const rate = name.slice(0, blank) as ClientRate
      ;(rates[rate] ??= {})[name.slice(blank + 1)] = times
    }
    this.#tell(rates)
  }
}
