/**
 * How much throughput a table or index may have, and all provisioned ones of an account and region
 * together. AWS: tables and indexes have the same maximum and are checked separately, and the account is
 * checked before them.
 */
import { limitExceeded, type ServiceError } from '../../model/errors.js'
import type {
  Billing,
  IndexSettings,
  OnDemandThroughput,
  WarmThroughput,
} from '../../model/table.js'
import { unlimited, type ThroughputUnits } from './throughput.js'

export interface CapacityQuotas {
  readonly tableUnitsMax: number
  readonly accountUnitsMax: number
}

export interface CapacityRoom {
  readonly quotas: CapacityQuotas
  /** What is provisioned in the account and region; undefined if nothing is added to it. */
  readonly reserved: ThroughputUnits | undefined
}

/** What is checked of a table; drafts and definitions are such. */
export interface SizedTable {
  readonly region: string
  readonly billing: Billing
  readonly onDemandThroughput?: OnDemandThroughput
  readonly warmThroughput?: WarmThroughput
  readonly indexes: readonly (IndexSettings & { readonly name: string })[]
}

/** What a table and its indexes have reserved; nothing if it is on demand. */
export function reservedBy({
  billing,
  indexes,
}: Pick<SizedTable, 'billing' | 'indexes'>): ThroughputUnits {
  let { readUnits, writeUnits } = billing.throughput
  for (const { throughput } of indexes) {
    readUnits += throughput?.readUnits ?? 0
    writeUnits += throughput?.writeUnits ?? 0
  }
  return { readUnits, writeUnits }
}

export function plusUnits(one: ThroughputUnits, other: ThroughputUnits): ThroughputUnits {
  return {
    readUnits: one.readUnits + other.readUnits,
    writeUnits: one.writeUnits + other.writeUnits,
  }
}

/** Refuses what is above a quota and was not there before. `before` is undefined for a new table. */
export function requireRoom(
  before: SizedTable | undefined,
  after: SizedTable,
  room: CapacityRoom,
): void {
  requireAccountRoom(before, after, room)
  const { region } = after
  for (const part of partsOf(after)) {
    const was = before && partsOf(before).find(({ indexName }) => indexName === part.indexName)
    for (const side of sides) requireUnits({ part, was, side, region }, room.quotas)
  }
}

const sides = [
  { name: 'Read', of: 'readUnits', max: 'readUnitsMax' },
  { name: 'Write', of: 'writeUnits', max: 'writeUnitsMax' },
] as const

type Side = (typeof sides)[number]

const seeGuide =
  'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.'

/** AWS: what is requested is printed; we take it for what would be added. */
function requireAccountRoom(
  before: SizedTable | undefined,
  after: SizedTable,
  { quotas, reserved }: CapacityRoom,
): void {
  if (reserved === undefined) return
  const [was, is] = [before && reservedBy(before), reservedBy(after)]
  for (const { name, of } of sides) {
    const added = is[of] - (was?.[of] ?? 0)
    if (added <= 0 || reserved[of] + added <= quotas.accountUnitsMax) continue
    const member = `${name}CapacityUnits`
    throw limitExceeded(
      `This request would have caused the ${member} limit to be exceeded for the account in ${after.region}. ` +
        `Current ${member} reserved by the account: ${reserved[of]}. Limit: ${quotas.accountUnitsMax}. Requested: ${added}. ${seeGuide}`,
    )
  }
}

/** The table itself, or one of its indexes. */
interface Part {
  readonly indexName: string | undefined
  readonly units: ThroughputUnits | undefined
  readonly maxima: OnDemandThroughput | undefined
  readonly warm: WarmThroughput | undefined
}

function partsOf(table: SizedTable): readonly Part[] {
  const { billing, onDemandThroughput: maxima, warmThroughput: warm } = table
  return [
    { indexName: undefined, units: billing.throughput, maxima, warm },
    ...table.indexes.map((index) => ({
      indexName: index.name,
      units: index.throughput,
      maxima: index.onDemandThroughput,
      warm: index.warmThroughput,
    })),
  ]
}

interface Checked {
  readonly part: Part
  readonly was: Part | undefined
  readonly side: Side
  readonly region: string
}

function requireUnits(checked: Checked, { tableUnitsMax }: CapacityQuotas): void {
  const { part, was, side } = checked
  const isAbove = (now: number | undefined, then: number | undefined): now is number =>
    now !== undefined && now > tableUnitsMax && now > (then ?? 0)
  const units = part.units?.[side.of]
  if (isAbove(units, was?.units?.[side.of])) throw tooManyUnits(checked, units, tableUnitsMax)
  const { indexName } = part
  if (isAbove(part.maxima?.[side.max], was?.maxima?.[side.max] ?? unlimited)) {
    // AWS: a space before the colon.
    const where = indexName === undefined ? 'table' : `index : ${indexName}`
    throw aboveQuota(checked, `Max${side.name}RequestUnits for OnDemandThroughput for ${where}`)
  }
  // What only follows from the billing is nothing that was asked for.
  const isAsked = was === undefined || part.warm?.raise !== undefined
  if (isAsked && isAbove(part.warm?.[side.of], was?.warm?.[side.of])) {
    const where = indexName === undefined ? 'table' : `index ${indexName}`
    throw aboveQuota(checked, `${side.name}UnitsPerSecond for WarmThroughput for ${where}`)
  }
}

function tooManyUnits({ part, side, region }: Checked, units: number, max: number): ServiceError {
  const { indexName } = part
  const ofIndex = indexName === undefined ? '' : ` for index ${indexName}`
  const kind = indexName === undefined ? 'table' : 'index'
  return limitExceeded(
    `The requested ${side.name}CapacityUnits${ofIndex}, ${units}, is above the per ${kind} maximum for the account in ${region}. ` +
      `Per table maximum: ${max}. ${seeGuide}`,
  )
}

function aboveQuota({ side, region }: Checked, what: string): ServiceError {
  return limitExceeded(
    `Subscriber limit exceeded: Requested ${what} exceeds TableMax${side.name}CapacityUnits of the account in region ${region}`,
  )
}
