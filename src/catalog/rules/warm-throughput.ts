/** Warm throughput: what a table or index can serve at once, without growing first. */
import { invalidParameter } from '../../model/errors.js'
import type { Billing, WarmThroughput } from '../../model/table.js'
import type { ThroughputUnits } from './throughput.js'

/** What every on-demand table can serve from its first second. */
const initialOnDemand: WarmThroughput = { readUnits: 12_000, writeUnits: 4_000 }

export interface WarmTarget {
  readonly billing: Billing
  /** Of the table or index itself. */
  readonly throughput: ThroughputUnits
  /** Ends the sentence: "table" or "index {name}". */
  readonly where: string
}

/** The warm throughput of a table or index if the client set none. */
export function initialWarmThroughput({
  billing,
  throughput,
}: Omit<WarmTarget, 'where'>): WarmThroughput {
  if (billing.mode === 'on-demand') return initialOnDemand
  return { readUnits: throughput.readUnits, writeUnits: throughput.writeUnits }
}

export function checkedWarmThroughput(
  asked: Partial<WarmThroughput> | undefined,
  target: WarmTarget,
): WarmThroughput | undefined {
  if (asked === undefined) return undefined
  const least = initialWarmThroughput(target)
  const readUnits = asked.readUnits ?? least.readUnits
  const writeUnits = asked.writeUnits ?? least.writeUnits
  if (readUnits < least.readUnits) throw tooCold('Read', target)
  if (writeUnits < least.writeUnits) throw tooCold('Write', target)
  return { readUnits, writeUnits }
}

function tooCold(side: 'Read' | 'Write', { billing, where }: WarmTarget) {
  const bound =
    billing.mode === 'on-demand'
      ? 'initial throughput for OnDemand'
      : `${side}CapacityUnits of ProvisionedThroughput`
  return invalidParameter(
    `Requested ${side}UnitsPerSecond for WarmThroughput for ${where} is lower than ${bound}`,
  )
}
