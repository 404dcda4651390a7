/** Changes of what an account has of DAX, with their events. */
import { withEvents, type DaxEvent, type DaxHoldings } from '../../../accelerator/dax-holdings.js'
import type { OperationContext } from '../../operation.js'

export interface HoldingsChange<T> {
  readonly holdings: DaxHoldings
  readonly result: T
  readonly event?: DaxEvent
}

/** When it happens, and how long clusters take. */
export interface HoldingsTimes {
  readonly nowMs: number
  readonly transitionMs: number
}

export async function changeHoldings<T>(
  { caller, clock, dax }: OperationContext,
  decide: (holdings: DaxHoldings, times: HoldingsTimes) => HoldingsChange<T>,
): Promise<T> {
  const desk = await dax()
  const times = { nowMs: clock.now(), transitionMs: desk.transitionMs }
  return desk.change(caller, (before) => {
    const { holdings, result, event } = decide(before, times)
    const events = event === undefined ? [] : [event]
    return { holdings: withEvents(holdings, times.nowMs, ...events), result }
  })
}
