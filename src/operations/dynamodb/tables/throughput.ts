/** Billing mode and the three kinds of throughput a table or index can be given. */
import type {
  BillingMode,
  OnDemandThroughput as OnDemandShape,
  ProvisionedThroughput,
  ProvisionedThroughputDescription,
  WarmThroughput as WarmShape,
} from '../../../api/generated/dynamodb-types.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import { capacityUnitsMax } from '../../../model/limits.js'
import type {
  Billing,
  OnDemandThroughput,
  Throughput,
  WarmThroughput,
} from '../../../model/table.js'

/** An on-demand table's: none. */
export const noThroughput: Throughput = { readUnits: 0, writeUnits: 0, decreasesToday: 0 }

export function readBilling(
  mode: BillingMode | undefined,
  throughput: ProvisionedThroughput | undefined,
  nowMs: number,
): Billing {
  if (mode === 'PAY_PER_REQUEST') {
    if (throughput !== undefined) throw throughputOnDemand()
    return { mode: 'on-demand', named: true, lastOnDemandAtMs: nowMs, throughput: noThroughput }
  }
  if (throughput === undefined) {
    throw invalidParameter(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    )
  }
  return { mode: 'provisioned', named: mode !== undefined, throughput: readThroughput(throughput) }
}

export function throughputOnDemand() {
  return invalidParameter(
    'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
  )
}

export function readThroughput(throughput: ProvisionedThroughput): Throughput {
  requireBounds('ReadCapacityUnits', throughput.ReadCapacityUnits)
  requireBounds('WriteCapacityUnits', throughput.WriteCapacityUnits)
  return {
    readUnits: throughput.ReadCapacityUnits,
    writeUnits: throughput.WriteCapacityUnits,
    decreasesToday: 0,
  }
}

function requireBounds(member: string, units: number): void {
  if (units <= capacityUnitsMax) return
  throw validation(`Given value ${units} for ${member} is out of bounds`)
}

export function describeThroughput(throughput: Throughput): ProvisionedThroughputDescription {
  return {
    ...(throughput.lastIncreaseAtMs !== undefined && {
      LastIncreaseDateTime: throughput.lastIncreaseAtMs / 1000,
    }),
    ...(throughput.lastDecreaseAtMs !== undefined && {
      LastDecreaseDateTime: throughput.lastDecreaseAtMs / 1000,
    }),
    NumberOfDecreasesToday: throughput.decreasesToday,
    ReadCapacityUnits: throughput.readUnits,
    WriteCapacityUnits: throughput.writeUnits,
  }
}

/** The throughput after a change, with the moments and counts that AWS keeps of it. */
export function changeThroughput(from: Throughput, to: Throughput, nowMs: number): Throughput {
  const increased = to.readUnits > from.readUnits || to.writeUnits > from.writeUnits
  const decreased = to.readUnits < from.readUnits || to.writeUnits < from.writeUnits
  const sameDay = sameUtcDay(from.lastDecreaseAtMs, nowMs)
  const decreases = (sameDay ? from.decreasesToday : 0) + (decreased ? 1 : 0)
  return {
    ...to,
    lastIncreaseAtMs: increased ? nowMs : from.lastIncreaseAtMs,
    lastDecreaseAtMs: decreased ? nowMs : from.lastDecreaseAtMs,
    decreasesToday: decreases,
  }
}

const dayMs = 24 * 60 * 60 * 1000

function sameUtcDay(oneMs: number | undefined, otherMs: number): boolean {
  return oneMs !== undefined && Math.floor(oneMs / dayMs) === Math.floor(otherMs / dayMs)
}

/** AWS words refusals of throughput a little differently on the two operations. */
export type TableWording = 'CreateTable' | 'UpdateTable'

export function readOnDemandThroughput(
  input: OnDemandShape | undefined,
  billing: Billing,
  wording: TableWording,
  indexName?: string,
): OnDemandThroughput | undefined {
  if (input === undefined) return undefined
  const read = (member: 'MaxReadRequestUnits' | 'MaxWriteRequestUnits') =>
    readMaximum(`${member} for OnDemandThroughput`, input[member], billing, wording, indexName)
  const readUnitsMax = read('MaxReadRequestUnits')
  const writeUnitsMax = read('MaxWriteRequestUnits')
  if (readUnitsMax === undefined && writeUnitsMax === undefined) return undefined
  return { readUnitsMax, writeUnitsMax }
}

/** −1 takes a maximum away again. */
const unlimited = -1

function readMaximum(
  what: string,
  units: number | undefined,
  billing: Billing,
  wording: TableWording,
  indexName: string | undefined,
): number | undefined {
  if (units === undefined) return undefined
  if (billing.mode === 'provisioned') throw maximumWhenProvisioned(what, wording, indexName)
  if (units < 1 && units !== unlimited) {
    // AWS: a space before the colon.
    const where = indexName === undefined ? 'table' : `index : ${indexName}`
    throw invalidParameter(`Requested ${what} for ${where} is outside of valid range`)
  }
  return units
}

function maximumWhenProvisioned(
  what: string,
  wording: TableWording,
  indexName: string | undefined,
) {
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

export function describeOnDemandThroughput({
  readUnitsMax,
  writeUnitsMax,
}: OnDemandThroughput): OnDemandShape {
  return {
    MaxReadRequestUnits: readUnitsMax ?? unlimited,
    MaxWriteRequestUnits: writeUnitsMax ?? unlimited,
  }
}

/** What every on-demand table can do from its first second. */
const initialOnDemand: WarmThroughput = { readUnits: 12_000, writeUnits: 4_000 }

/** The warm throughput a table or index has when none was asked for. */
export function initialWarmThroughput(billing: Billing, throughput: Throughput): WarmThroughput {
  if (billing.mode === 'on-demand') return initialOnDemand
  return { readUnits: throughput.readUnits, writeUnits: throughput.writeUnits }
}

/** `where` ends the sentence: "table" or "index {name}". */
export function readWarmThroughput(
  input: WarmShape | undefined,
  billing: Billing,
  throughput: Throughput,
  where: string,
): WarmThroughput | undefined {
  if (input === undefined) return undefined
  const least = initialWarmThroughput(billing, throughput)
  const readUnits = input.ReadUnitsPerSecond ?? least.readUnits
  const writeUnits = input.WriteUnitsPerSecond ?? least.writeUnits
  requireAtLeast('Read', readUnits, least.readUnits, billing, where)
  requireAtLeast('Write', writeUnits, least.writeUnits, billing, where)
  return { readUnits, writeUnits }
}

function requireAtLeast(
  side: 'Read' | 'Write',
  units: number,
  least: number,
  billing: Billing,
  where: string,
): void {
  if (units >= least) return
  const bound =
    billing.mode === 'on-demand'
      ? 'initial throughput for OnDemand'
      : `${side}CapacityUnits of ProvisionedThroughput`
  throw invalidParameter(
    `Requested ${side}UnitsPerSecond for WarmThroughput for ${where} is lower than ${bound}`,
  )
}
