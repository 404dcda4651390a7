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

/** The warm throughput of a table or index: at least that of its billing. */
export function warmThroughputOf(
  stored: WarmThroughput | undefined,
  target: Omit<WarmTarget, 'where'>,
): WarmThroughput {
  const least = initialWarmThroughput(target)
  return stored === undefined ? least : higher(stored, least)
}

function higher(one: WarmThroughput, other: WarmThroughput): WarmThroughput {
  return {
    readUnits: Math.max(one.readUnits, other.readUnits),
    writeUnits: Math.max(one.writeUnits, other.writeUnits),
  }
}

function initialWarmThroughput({ billing, throughput }: Omit<WarmTarget, 'where'>): WarmThroughput {
  if (billing.mode === 'on-demand') return initialOnDemand
  return { readUnits: throughput.readUnits, writeUnits: throughput.writeUnits }
}

/** Of a new table or index; undefined if the client asked for none. */
export function checkedWarmThroughput(
  asked: Partial<WarmThroughput> | undefined,
  target: WarmTarget,
): WarmThroughput | undefined {
  if (asked === undefined) return undefined
  const least = initialWarmThroughput(target)
  const wanted = { ...least, ...defined(asked) }
  const short = shortSide(wanted, least)
  if (short !== undefined) throw tooCold(short, target, initialBound(short, target))
  return wanted
}

/** Of a table or index in use, after a change of its billing or by request. AWS: it never falls. */
export function changedWarmThroughput(
  before: WarmThroughput,
  asked: Partial<WarmThroughput> | undefined,
  target: WarmTarget,
): WarmThroughput {
  const least = warmThroughputOf(before, target)
  if (asked === undefined) return least
  const wanted = { ...least, ...defined(asked) }
  const short = shortSide(wanted, least)
  if (short === undefined) return wanted
  throw tooCold(short, target, 'current WarmThroughput, decreasing WarmThroughput is not supported')
}

function defined({ readUnits, writeUnits }: Partial<WarmThroughput>): Partial<WarmThroughput> {
  return {
    ...(readUnits !== undefined && { readUnits }),
    ...(writeUnits !== undefined && { writeUnits }),
  }
}

type Side = 'Read' | 'Write'

function shortSide(wanted: WarmThroughput, least: WarmThroughput): Side | undefined {
  if (wanted.readUnits < least.readUnits) return 'Read'
  return wanted.writeUnits < least.writeUnits ? 'Write' : undefined
}

function initialBound(side: Side, { billing }: WarmTarget): string {
  return billing.mode === 'on-demand'
    ? 'initial throughput for OnDemand. See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial'
    : `${side}CapacityUnits of ProvisionedThroughput`
}

function tooCold(side: Side, { where }: WarmTarget, bound: string) {
  return invalidParameter(
    `Requested ${side}UnitsPerSecond for WarmThroughput for ${where} is lower than ${bound}`,
  )
}
