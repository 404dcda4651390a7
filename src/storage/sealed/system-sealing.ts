/**
 * The records of the database itself. Those that hold secrets, or something about items, are sealed under
 * the store's own key; definitions of tables, counters and everything that only says where things are
 * stays readable, and so does what is read before any key is at hand.
 */
import { system } from '../system-prefixes.js'
import { unsealed, type Sealing } from './sealing.js'
import { isSealedForm } from './space-cipher.js'

/** Each has its reason. */
export const sealedPrefixes: ReadonlySet<number> = new Set([
  // Opens page tokens, and with them the secrets of access keys.
  system.secret,
  // A digest of a request, which tells a guessed item from another.
  system.requestToken,
  system.statementToken,
  // Requests, and the keys that work has come to.
  system.job,
  system.jobToken,
  system.accessKey,
  // Keys of items.
  system.insightsMinute,
  system.replicaCursor,
  // Addresses that alarms call, which often are secrets.
  system.alarm,
  system.alarmNotice,
])

export function isSealedRecord(key: Uint8Array): boolean {
  return sealedPrefixes.has(key[0]!)
}

export class SystemSealing implements Sealing {
  readonly #cipher: Sealing
  /** Whether some records may not have been sealed yet. */
  #converting: boolean

  constructor(cipher: Sealing, converting: boolean) {
    this.#cipher = cipher
    this.#converting = converting
  }

  get isConverting(): boolean {
    return this.#converting
  }

  endConversion(): void {
    this.#converting = false
  }

  overheadOf(key: Uint8Array, stored: Uint8Array): number {
    return this.#for(key).overheadOf(key, stored)
  }

  seal(key: Uint8Array, value: Uint8Array): Uint8Array {
    return this.#for(key).seal(key, value)
  }

  sealAppended(log: Uint8Array, value: Uint8Array): Uint8Array {
    return this.#for(log).sealAppended(log, value)
  }

  open(key: Uint8Array, stored: Buffer): Buffer {
    if (this.#converting && !isSealedForm(stored)) return stored
    return this.#for(key).open(key, stored)
  }

  #for(key: Uint8Array): Sealing {
    return isSealedRecord(key) ? this.#cipher : unsealed
  }
}
