/**
 * Admits requests while there is capacity left. What a request costs is known only after it has run, so
 * it is let in while any credit is left and charged in full then; the next one waits longer.
 */
import type { Demand, UnmetDemand } from '../../capacity/demand.js'
import type { Admission } from '../dispatch/admit.js'
import type { PreparedCall } from '../dispatch/prepared-call.js'
import type { Operation } from '../operation.js'
import { throttled, type Asking } from './throttled.js'

/** What `capacity/` knows of the tables. */
export interface CapacityLimits {
  /** False if no table is throttled. */
  readonly mayRefuse: boolean
  /** Why the demand cannot be met now. Counts as a throttle event. */
  refusalOf(demand: Demand): UnmetDemand | undefined
}

export type OnUnmet = (demand: Demand, unmet: UnmetDemand) => void

export class CapacityAdmission implements Admission {
  readonly #limits: CapacityLimits
  readonly #onUnmet: OnUnmet | undefined

  constructor(limits: CapacityLimits, onUnmet?: OnUnmet) {
    this.#limits = limits
    this.#onUnmet = onUnmet
  }

  get isOn(): boolean {
    return this.#limits.mayRefuse
  }

  admit({ operation, request, tables }: PreparedCall): unknown {
    const demands = operation.demands?.(request, tables) ?? []
    return operation.withoutThrottled === undefined
      ? this.#admitWhole(operation, request, demands)
      : this.#admitParts(operation, request, demands)
  }

  #admitWhole(
    { definition }: Operation,
    request: unknown,
    demands: readonly (Demand | undefined)[],
  ): unknown {
    for (const demand of demands) {
      const unmet = this.#refusalOf(demand)
      if (unmet !== undefined) throw throttled(unmet, askingOf(definition.name))
    }
    return request
  }

  #admitParts(
    operation: Operation,
    request: unknown,
    demands: readonly (Demand | undefined)[],
  ): unknown {
    const refusals = demands.map((demand) => this.#refusalOf(demand))
    const isWhole = refusals.every((unmet) => unmet === undefined)
    return isWhole ? request : operation.withoutThrottled!(request, refusals)
  }

  #refusalOf(demand: Demand | undefined): UnmetDemand | undefined {
    const unmet = demand && this.#limits.refusalOf(demand)
    if (unmet !== undefined) this.#onUnmet?.(demand!, unmet)
    return unmet
  }
}

const transactions: ReadonlySet<string> = new Set([
  'TransactGetItems',
  'TransactWriteItems',
  'ExecuteTransaction',
])

function askingOf(operationName: string): Asking {
  return transactions.has(operationName) ? 'transaction' : 'alone'
}
