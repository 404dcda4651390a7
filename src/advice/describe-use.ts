/**
 * A workload as a person describes it, in JSON, turned into what a month of it uses. A name that is not known is
 * refused, since a slip of the pen would cost nothing otherwise.
 */
import {
  hoursPerMonth,
  itemOverheadBytes,
  gigabyte,
  secondsPerMonth,
  type BillingMode,
  type MonthlyThroughput,
  type MonthlyUse,
} from './monthly-use.js'
import type { TableClass } from './prices.js'

/** What is wrong with a description, as a sentence. */
export class DescriptionFault extends Error {
  override readonly name = 'DescriptionFault'
}

export interface Description {
  readonly region: string | undefined
  readonly uses: readonly MonthlyUse[]
}

type Members = Readonly<Record<string, unknown>>

const readUnitBytes = 4096
const writeUnitBytes = 1024

const throughputMembers = [
  'name',
  'itemBytes',
  'items',
  'storedGb',
  'readsPerSecond',
  'readsPerMonth',
  'writesPerSecond',
  'writesPerMonth',
  'readUnits',
  'writeUnits',
  'consistency',
]
/** What a table may say of itself; an index says less. */
export const tableMembers: readonly string[] = [
  ...throughputMembers,
  'billing',
  'tableClass',
  'transactionalWrites',
  'pointInTimeRecovery',
  'streamReadsPerMonth',
  'indexes',
]

export function readDescription(json: unknown): Description {
  const { region, tables } = membersOf(json, 'The description', ['region', 'tables'])
  if (region !== undefined && typeof region !== 'string') {
    throw new DescriptionFault('The region must be text.')
  }
  if (!Array.isArray(tables) || tables.length === 0) {
    throw new DescriptionFault('The description needs a list of tables.')
  }
  return { region, uses: tables.flatMap((table, i) => usesOfTable(table, i)) }
}

function usesOfTable(json: unknown, position: number): readonly MonthlyUse[] {
  const place = `Table ${position + 1}`
  const members = membersOf(json, place, tableMembers)
  const name = typeof members['name'] === 'string' ? members['name'] : `table ${position + 1}`
  const tableClass = choiceOf(members, 'tableClass', classes, place)
  const own = useOf({ members, place, table: members, name, tableClass })
  const { indexes = [] } = members
  if (!Array.isArray(indexes)) throw new DescriptionFault(`${place}: indexes must be a list.`)
  const ofIndexes = indexes.map((index: unknown, i): MonthlyUse => {
    const at = `${place}, index ${i + 1}`
    const given = membersOf(index, at, throughputMembers)
    const indexName = typeof given['name'] === 'string' ? given['name'] : `index ${i + 1}`
    // Every write of the table writes to the index, unless the description says otherwise.
    const inherited = inheritedBy(given, members)
    const use = useOf({ members: inherited, place: at, table: members, name, tableClass })
    return { ...use, indexName, streamReads: 0, recoveryGb: 0 }
  })
  return [own, ...ofIndexes]
}

function inheritedBy(index: Members, table: Members): Members {
  const { itemBytes, items, writesPerSecond, writesPerMonth } = table
  const hasOwnWrites = 'writesPerSecond' in index || 'writesPerMonth' in index
  const writes = hasOwnWrites ? {} : { writesPerSecond, writesPerMonth }
  return { itemBytes, items, ...writes, ...index }
}

interface Described {
  readonly members: Members
  readonly place: string
  readonly table: Members
  readonly name: string
  readonly tableClass: TableClass
}

const classes: readonly TableClass[] = ['standard', 'infrequent-access']
const modes: readonly BillingMode[] = ['on-demand', 'provisioned']
const consistencies = ['eventual', 'strong', 'transactional'] as const
const readFactor = { eventual: 0.5, strong: 1, transactional: 2 } as const

function useOf(described: Described): MonthlyUse {
  const { members, place, table, name, tableClass } = described
  const storedGb = storedOf(members, place)
  const recovers = switchOf(table, 'pointInTimeRecovery', place)
  return {
    table: name,
    tableClass,
    throughput: throughputOf(described),
    storedGb,
    recoveryGb: recovers ? storedGb : 0,
    streamReads: numberOf(table, 'streamReadsPerMonth', place) ?? 0,
  }
}

function throughputOf({ members, place, table }: Described): MonthlyThroughput {
  const billing = choiceOf(table, 'billing', modes, place)
  if (billing === 'provisioned') {
    const readUnits = requiredNumber(members, 'readUnits', place) * hoursPerMonth
    const writeUnits = requiredNumber(members, 'writeUnits', place) * hoursPerMonth
    return { billing, readUnits, writeUnits }
  }
  const bytes = numberOf(members, 'itemBytes', place) ?? writeUnitBytes
  const consistency = choiceOf(members, 'consistency', consistencies, place)
  const writeFactor = switchOf(table, 'transactionalWrites', place) ? 2 : 1
  const reads = perMonth(members, 'reads', place)
  const writes = perMonth(members, 'writes', place)
  return {
    billing,
    readUnits: reads * unitsFor(bytes, readUnitBytes) * readFactor[consistency],
    writeUnits: writes * unitsFor(bytes, writeUnitBytes) * writeFactor,
  }
}

/** What is empty costs a unit as well. */
function unitsFor(bytes: number, unitBytes: number): number {
  return Math.max(1, Math.ceil(bytes / unitBytes))
}

function storedOf(members: Members, place: string): number {
  const storedGb = numberOf(members, 'storedGb', place)
  if (storedGb !== undefined) return storedGb
  const items = numberOf(members, 'items', place) ?? 0
  const bytes = numberOf(members, 'itemBytes', place) ?? writeUnitBytes
  return (items * (bytes + itemOverheadBytes)) / gigabyte
}

function perMonth(members: Members, kind: 'reads' | 'writes', place: string): number {
  const perSecond = numberOf(members, `${kind}PerSecond`, place)
  const all = numberOf(members, `${kind}PerMonth`, place)
  if (perSecond !== undefined && all !== undefined) {
    throw new DescriptionFault(`${place}: give ${kind}PerSecond or ${kind}PerMonth, not both.`)
  }
  return all ?? (perSecond ?? 0) * secondsPerMonth
}

function membersOf(json: unknown, place: string, allowed: readonly string[]): Members {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new DescriptionFault(`${place} must be an object.`)
  }
  const unknown = Object.keys(json).find((name) => !allowed.includes(name))
  if (unknown === undefined) return json as Members
  throw new DescriptionFault(`${place} has no member ${unknown}: it may have ${listed(allowed)}.`)
}

function numberOf(members: Members, name: string, place: string): number | undefined {
  const value = members[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  throw new DescriptionFault(`${place}: ${name} must be a number that is not negative.`)
}

function requiredNumber(members: Members, name: string, place: string): number {
  const value = numberOf(members, name, place)
  if (value !== undefined) return value
  throw new DescriptionFault(`${place} is provisioned and needs ${name}.`)
}

function switchOf(members: Members, name: string, place: string): boolean {
  const value = members[name] ?? false
  if (typeof value === 'boolean') return value
  throw new DescriptionFault(`${place}: ${name} must be true or false.`)
}

/** The first is the usual one. */
function choiceOf<T extends string>(
  members: Members,
  name: string,
  choices: readonly T[],
  place: string,
): T {
  const value = members[name] ?? choices[0]!
  const found = choices.find((choice) => choice === value)
  if (found !== undefined) return found
  throw new DescriptionFault(`${place}: ${name} must be one of ${listed(choices)}.`)
}

function listed(names: readonly string[]): string {
  return names.join(', ')
}
