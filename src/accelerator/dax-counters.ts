/**
 * What DAX has done for one account and region so far, for its metrics. Everything only grows, except what is open or
 * held at the moment. It runs with every request, so counting allocates nothing; who shows it looks now and then.
 */
import { Meter } from '../metrics/meter.js'
import type { Scope } from '../model/arn.js'
import { countedScopesMax } from './limits.js'

/** The operations that clients of DAX can ask for. */
export const acceleratedOperations = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'BatchGetItem',
  'BatchWriteItem',
  'TransactGetItems',
  'TransactWriteItems',
] as const

export type AcceleratedOperation = (typeof acceleratedOperations)[number]

export type RequestOutcome = 'success' | 'error' | 'fault' | 'throttled'

export class DaxCounters {
  itemHits = 0
  itemMisses = 0
  queryHits = 0
  queryMisses = 0
  scanHits = 0
  scanMisses = 0
  /** Of what had to go for lack of room. */
  evictedBytes = 0
  /** Of what is remembered now. */
  cachedBytes = 0
  /** Open now, of clients that are known. */
  connections = 0
  /** Requests that were the client's fault, including those that were throttled here, and those that were ours. */
  errors = 0
  faults = 0
  throttled = 0
  readonly requests = byOperation(() => 0)
  readonly #durations = byOperation(() => new Meter(true))

  item(isHit: boolean): void {
    if (isHit) this.itemHits++
    else this.itemMisses++
  }

  query(isHit: boolean): void {
    if (isHit) this.queryHits++
    else this.queryMisses++
  }

  scan(isHit: boolean): void {
    if (isHit) this.scanHits++
    else this.scanMisses++
  }

  answered(operation: AcceleratedOperation, outcome: RequestOutcome, durationMs: number): void {
    this.requests[operation]++
    if (outcome === 'success') this.#durations[operation].add(durationMs)
    else if (outcome === 'fault') this.faults++
    else this.errors++
    if (outcome === 'throttled') this.throttled++
  }

  /** How long successful requests took since this was last asked; undefined if there were none. */
  takeDurations(operation: AcceleratedOperation): Meter | undefined {
    const taken = this.#durations[operation]
    if (!taken.hasValues) return undefined
    this.#durations[operation] = new Meter(true)
    return taken
  }
}

function byOperation<T>(value: () => T): Record<AcceleratedOperation, T> {
  const entries = acceleratedOperations.map((operation) => [operation, value()])
  return Object.fromEntries(entries) as Record<AcceleratedOperation, T>
}

/** The counters of all accounts and regions. If there are too many, the rest is counted and not shown. */
export class ScopedCounters {
  readonly #scopes = new Map<string, readonly [Scope, DaxCounters]>()
  readonly #others = new DaxCounters()

  of({ account, region }: Scope): DaxCounters {
    const name = `${account}/${region}`
    const known = this.#scopes.get(name)
    if (known !== undefined) return known[1]
    if (this.#scopes.size >= countedScopesMax) return this.#others
    const counters = new DaxCounters()
    this.#scopes.set(name, [{ account, region }, counters])
    return counters
  }

  all(): Iterable<readonly [Scope, DaxCounters]> {
    return this.#scopes.values()
  }
}
