/**
 * A page of GetMetricData's results. A page is full when it has its number of slots, with or without a point in
 * them, so the next one begins at a time, whatever was recorded meanwhile. A result that does not fit goes on there.
 */
import type { MetricDataResult } from '../../api/generated/cloudwatch-types.js'
import type { MathSeries } from '../../metrics/math-series.js'

/** Where a page begins: in a query, in a series of its result, at a slot in the order of the answer. */
export interface DataPosition {
  readonly query: number
  readonly series: number
  readonly slot: number
}

export const firstPosition: DataPosition = { query: 0, series: 0, slot: 0 }

/** Slots of a series, from the oldest. */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

export class DataPage {
  readonly results: MetricDataResult[] = []
  readonly #isDescending: boolean
  #room: number
  /** Where the next page begins, once this one is full. */
  next: DataPosition | undefined

  constructor(pointsMax: number, isDescending: boolean) {
    this.#room = pointsMax
    this.#isDescending = isDescending
  }

  /**
   * Takes as many of the slots from a position on as fit. Undefined if nothing does: the page is full.
   */
  take(at: DataPosition, slots: number): SlotRange | undefined {
    if (this.next !== undefined) return undefined
    const count = Math.min(slots - at.slot, this.#room)
    this.#room -= count
    const end = at.slot + count
    if (end < slots) this.next = { ...at, slot: end }
    if (count === 0) return undefined
    return this.#isDescending
      ? { from: slots - end, to: slots - at.slot }
      : { from: at.slot, to: end }
  }

  /** `part` has the slots that were taken, and may be incomplete only if there is a next page. */
  add(Id: string, Label: string, part: MathSeries): void {
    const { Timestamps, Values } = pointsOf(part, this.#isDescending)
    const StatusCode = this.next === undefined ? 'Complete' : 'PartialData'
    this.results.push({ Id, Label, Timestamps, Values, StatusCode })
  }
}

function pointsOf({ startMs, periodMs, values }: MathSeries, isDescending: boolean) {
  const Timestamps: number[] = []
  const Values: number[] = []
  for (let nth = 0; nth < values.length; nth++) {
    const slot = isDescending ? values.length - 1 - nth : nth
    const value = values[slot]!
    if (Number.isNaN(value)) continue
    Timestamps.push((startMs + slot * periodMs) / 1000)
    Values.push(value)
  }
  return { Timestamps, Values }
}
