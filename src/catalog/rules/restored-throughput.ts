/** What a restore may override of the throughput of a table or index, in AWS's words. */
import type { ServiceError } from '../../model/errors.js'
import { requestNotValid } from '../../model/recovery-errors.js'
import type { Billing, OnDemandThroughput } from '../../model/table.js'

/** A table or index that is restored. */
interface Source {
  readonly onDemandThroughput?: OnDemandThroughput
}

/** The refusal of provisioned throughput for a table that will be on demand. */
export function throughputRefusal(
  { billingMode }: { readonly billingMode?: Billing['mode'] },
  indexName?: string,
): ServiceError {
  const why =
    billingMode === undefined
      ? 'unless BillingMode is PROVISIONED'
      : 'if BillingMode is overridden to PAY_PER_REQUEST'
  return requestNotValid(`Cannot override ProvisionedThroughput ${why}${ofIndex(indexName)}`)
}

/** The maxima of a restored table or index: those asked for, or else those of the source. */
export function restoredMaxima(
  { onDemandThroughput }: Source,
  asked: OnDemandThroughput | undefined,
  { mode }: Billing,
  indexName?: string,
): OnDemandThroughput | undefined {
  if (asked === undefined) return mode === 'on-demand' ? onDemandThroughput : undefined
  const maxima = [
    ['MaxReadRequestUnits', asked.readUnitsMax],
    ['MaxWriteRequestUnits', asked.writeUnitsMax],
  ] as const
  for (const [member, units] of maxima) {
    if (units === undefined) continue
    const what = `${member} for OnDemandThroughput`
    if (mode === 'provisioned') {
      throw requestNotValid(
        `Cannot override ${what}${ofIndex(indexName)} unless BillingModeOverride is PAY_PER_REQUEST`,
      )
    }
    if (units < 1) {
      throw requestNotValid(`Requested ${what}${ofIndex(indexName)} is outside of valid range`)
    }
  }
  return asked
}

function ofIndex(indexName: string | undefined): string {
  return indexName === undefined ? '' : ` for index ${indexName}`
}
