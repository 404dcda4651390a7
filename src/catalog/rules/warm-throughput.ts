/**
 * Warm throughput: what a table or index can serve at once, without growing first. AWS: it never falls,
 * and raising it takes a while, in which the units before are shown and count.
 */
import { invalidParameter } from '../../model/errors.js'
import type { Billing, WarmThroughput, WarmUnits } from '../../model/table.js'
import { isUnderWay } from '../../model/under-way.js'
import type { ThroughputUnits } from './throughput.js'
import type { UpdateMoment } from './update-moment.js'

/** What every on-demand table can serve from its first second. */
const initialOnDemand: WarmUnits = { readUnits: 12_000, writeUnits: 4_000 }

export interface WarmTarget {
  readonly billing: Billing
  /** Of the table or index itself. */
  readonly throughput: ThroughputUnits
  /** Ends the sentence: "table" or "index {name}". */
  readonly where: string
}

/** The warm throughput of a table or index, once it is raised: at least that of its billing. */
export function warmThroughputOf(
  stored: WarmUnits | undefined,
  target: Omit<WarmTarget, 'where'>,
): WarmUnits {
  const least = initialWarmThroughput(target)
  return stored === undefined ? least : higher(stored, least)
}

/** Whether it is being raised. */
export function isRaising({ raise }: WarmThroughput, nowMs: number): boolean {
  return raise !== undefined && isUnderWay(raise.startedAtMs, raise.doneAtMs, nowMs)
}

/** What there is of it at a time. */
export function effectiveWarmUnits(stored: WarmThroughput, nowMs: number): WarmUnits {
  return isRaising(stored, nowMs) ? stored.raise!.from : stored
}

function higher(one: WarmUnits, other: WarmUnits): WarmUnits {
  return {
    readUnits: Math.max(one.readUnits, other.readUnits),
    writeUnits: Math.max(one.writeUnits, other.writeUnits),
  }
}

function initialWarmThroughput({ billing, throughput }: Omit<WarmTarget, 'where'>): WarmUnits {
  if (billing.mode === 'on-demand') return initialOnDemand
  return { readUnits: throughput.readUnits, writeUnits: throughput.writeUnits }
}

/** Of a new table or index; undefined if the client asked for none. */
export function checkedWarmThroughput(
  asked: Partial<WarmUnits> | undefined,
  target: WarmTarget,
): WarmUnits | undefined {
  if (asked === undefined) return undefined
  const least = initialWarmThroughput(target)
  const wanted = { ...least, ...defined(asked) }
  const short = shortSide(wanted, least)
  if (short !== undefined) throw tooCold(short, target, initialBound(short, target))
  return wanted
}

/** Warm throughput before an update, with that of the billing, and what is asked of it. */
export interface WarmChange {
  readonly before: WarmThroughput
  readonly asked: Partial<WarmUnits> | undefined
}

/**
 * Of a table or index in use, after a change of its billing or by request. AWS: of two requests the
 * later one wins, even if it asks for less than the raise under way.
 */
export function changedWarmThroughput(
  { before, asked }: WarmChange,
  target: WarmTarget,
  { nowMs, doneAtMs }: Pick<UpdateMoment, 'nowMs' | 'doneAtMs'>,
): WarmThroughput {
  if (asked === undefined) return withLeast(before, warmThroughputOf(before, target))
  const least = warmThroughputOf(effectiveWarmUnits(before, nowMs), target)
  const wanted = { ...warmThroughputOf(before, target), ...defined(asked) }
  const short = shortSide(wanted, least)
  if (short === undefined)
    return { ...wanted, raise: { from: least, startedAtMs: nowMs, doneAtMs } }
  throw tooCold(short, target, 'current WarmThroughput, decreasing WarmThroughput is not supported')
}

function withLeast({ raise }: WarmThroughput, least: WarmUnits): WarmThroughput {
  return raise === undefined ? least : { ...least, raise }
}

function defined({ readUnits, writeUnits }: Partial<WarmUnits>): Partial<WarmUnits> {
  return {
    ...(readUnits !== undefined && { readUnits }),
    ...(writeUnits !== undefined && { writeUnits }),
  }
}

type Side = 'Read' | 'Write'

function shortSide(wanted: WarmUnits, least: WarmUnits): Side | undefined {
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
