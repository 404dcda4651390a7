/** ReturnedItemCount: the items of a page, after the filter. */
import type { Meter } from '../../metrics/meter.js'
import type { FinishedCall } from '../dispatch/finished-call.js'

interface PageOutput {
  readonly Count?: number
  readonly Items?: readonly unknown[]
}

/** AWS: of statements only SELECT returns items in this sense. */
export function returnedItems({ call, outcome }: FinishedCall, meter: Meter): void {
  if (outcome.kind === 'failed') return
  const { Count, Items } = outcome.result.output as PageOutput
  if (Count !== undefined) meter.add(Count)
  else if (Items !== undefined && isSelect(call.input)) meter.add(Items.length)
}

function isSelect(input: unknown): boolean {
  return /^\s*select\b/i.test((input as { readonly Statement: string }).Statement)
}
