/** Provisioned throughput, and the most that an on-demand table or index may use. */
import { invalidParameter, validation } from '../../model/errors.js'
import { capacityUnitsMax } from '../../model/limits.js'
import type { Billing, OnDemandThroughput, Throughput } from '../../model/table.js'
import { decreasesOn, requireDecreaseLeft } from './decreases.js'

/** Throughput as a client requests it. */
export type ThroughputUnits = Pick<Throughput, 'readUnits' | 'writeUnits'>

/** The throughput of an on-demand table. */
export const noThroughput: Throughput = { readUnits: 0, writeUnits: 0, decreasesToday: 0 }

export function newThroughput({ readUnits, writeUnits }: ThroughputUnits): Throughput {
  requireBounds('ReadCapacityUnits', readUnits)
  requireBounds('WriteCapacityUnits', writeUnits)
  return { readUnits, writeUnits, decreasesToday: 0 }
}

function requireBounds(member: string, units: number): void {
  if (units <= capacityUnitsMax) return
  throw validation(`Given value ${units} for ${member} is out of bounds`)
}

export function sameUnits(from: ThroughputUnits, to: ThroughputUnits): boolean {
  return from.readUnits === to.readUnits && from.writeUnits === to.writeUnits
}

/**
 * Returns the throughput after a change, with the times and counts that AWS keeps for it. Throws if it
 * falls too often.
 */
export function changedThroughput(
  from: Throughput,
  to: ThroughputUnits,
  nowMs: number,
): Throughput {
  const { readUnits, writeUnits } = to
  const increased = readUnits > from.readUnits || writeUnits > from.writeUnits
  const decreased = readUnits < from.readUnits || writeUnits < from.writeUnits
  if (decreased) requireDecreaseLeft(from, nowMs)
  return {
    readUnits,
    writeUnits,
    lastIncreaseAtMs: increased ? nowMs : from.lastIncreaseAtMs,
    lastDecreaseAtMs: decreased ? nowMs : from.lastDecreaseAtMs,
    decreasesToday: decreasesOn(from, nowMs) + (decreased ? 1 : 0),
  }
}

/** AWS: going on-demand counts as a decrease of each index, however often it has fallen already. */
export function releasedThroughput(from: Throughput, nowMs: number): Throughput {
  const decreasesToday = decreasesOn(from, nowMs) + 1
  return { ...from, readUnits: 0, writeUnits: 0, lastDecreaseAtMs: nowMs, decreasesToday }
}

/** AWS: the two operations word refusals of throughput slightly differently. */
export type TableWording = 'CreateTable' | 'UpdateTable'

/** Where on-demand maxima are set. */
export interface MaximaTarget {
  readonly billing: Billing
  readonly wording: TableWording
  /** Absent for the table itself. */
  readonly indexName?: string
}

/** As a maximum, removes it. */
export const unlimited = -1

export function checkedMaxima(
  asked: OnDemandThroughput | undefined,
  target: MaximaTarget,
): OnDemandThroughput | undefined {
  if (asked === undefined) return undefined
  checkMaximum('MaxReadRequestUnits', asked.readUnitsMax, target)
  checkMaximum('MaxWriteRequestUnits', asked.writeUnitsMax, target)
  return asked
}

/** Each maximum that is asked for replaces the one before; without any left there is no setting. */
export function changedMaxima(
  before: OnDemandThroughput | undefined,
  asked: OnDemandThroughput | undefined,
): OnDemandThroughput | undefined {
  const readUnitsMax = limited(asked?.readUnitsMax ?? before?.readUnitsMax)
  const writeUnitsMax = limited(asked?.writeUnitsMax ?? before?.writeUnitsMax)
  if (readUnitsMax === undefined && writeUnitsMax === undefined) return undefined
  return { readUnitsMax, writeUnitsMax }
}

function limited(units: number | undefined): number | undefined {
  return units === unlimited ? undefined : units
}

function checkMaximum(member: string, units: number | undefined, target: MaximaTarget): void {
  if (units === undefined) return
  const what = `${member} for OnDemandThroughput`
  if (target.billing.mode === 'provisioned') throw maximumWhenProvisioned(what, target)
  if (units >= 1) return
  // AWS: a new table has nothing to remove.
  if (units === unlimited && target.wording === 'UpdateTable') return
  // AWS: a space before the colon.
  const where = target.indexName === undefined ? 'table' : `index : ${target.indexName}`
  throw invalidParameter(`Requested ${what} for ${where} is outside of valid range`)
}

function maximumWhenProvisioned(what: string, { wording, indexName }: MaximaTarget) {
  if (wording === 'CreateTable') {
    const where = indexName === undefined ? '' : ` for index: ${indexName}`
    return invalidParameter(
      `${what}${where} cannot be specified when table BillingMode is PROVISIONED.`,
    )
  }
  const where = indexName === undefined ? '' : ` for index : ${indexName}`
  return invalidParameter(
    `${what}${where} cannot be specified when the table BillingMode is PROVISIONED`,
  )
}
