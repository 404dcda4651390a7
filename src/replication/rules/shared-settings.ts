/**
 * What the members of a global table have in common: a member's definition after another's has changed.
 *
 * AWS: indexes of all kinds, billing, writes, maxima, warm throughput, time to live and the class of a table are those of
 * all members; reads and the class can be a member's own. Protection, recovery, tags, policies, Kinesis
 * destinations and alarms always are.
 */
import { isDeepStrictEqual } from 'node:util'
import { withoutPlace } from '../../catalog/derived.js'
import type { DefinitionDraft, IndexDraft } from '../../catalog/settle-derived.js'
import type {
  Billing,
  IndexDefinition,
  OnDemandThroughput,
  TableDefinition,
  Throughput,
  VectorIndexDefinition,
  WarmThroughput,
} from '../../model/table.js'
import type { IndexOverrides, MemberOverrides } from '../global-table.js'

/** The member that is followed, and what each of the two has of its own. */
export interface FollowedSettings {
  readonly source: TableDefinition
  readonly sourceOverrides: MemberOverrides
  readonly overrides: MemberOverrides
}

export function followedDefinition(
  own: TableDefinition,
  followed: FollowedSettings,
): DefinitionDraft {
  const { source, sourceOverrides, overrides } = followed
  const { tableClass } = sourceOverrides.tableClass === undefined ? source : own
  return {
    ...own,
    attributeTypes: source.attributeTypes,
    billing: followedBilling(own.billing, followed),
    indexes: followedIndexes(own, followed),
    vectorIndexes: followedVectorIndexes(own, source),
    onDemandThroughput: followedMaxima(own.onDemandThroughput, source.onDemandThroughput, {
      source: sourceOverrides,
      own: overrides,
    }),
    warmThroughput: followedWarm(own.warmThroughput, source.warmThroughput),
    timeToLive: source.timeToLive,
    tableClass: overrides.tableClass === undefined ? tableClass : own.tableClass,
  }
}

function followedBilling(
  own: Billing,
  { source, sourceOverrides, overrides }: FollowedSettings,
): Billing {
  const { billing } = source
  const reads = followedReads(own.throughput, billing.throughput, {
    source: sourceOverrides,
    own: overrides,
  })
  return { ...billing, throughput: { ...billing.throughput, readUnits: reads } }
}

interface Overrides {
  readonly source: IndexOverrides
  readonly own: IndexOverrides
}

/** What a source has of its own is not passed on. */
function followedReads(own: Throughput, source: Throughput, overrides: Overrides): number {
  if (overrides.own.readUnits !== undefined)
    return source.readUnits === 0 ? 0 : overrides.own.readUnits
  return overrides.source.readUnits === undefined ? source.readUnits : own.readUnits
}

function followedMaxima(
  own: OnDemandThroughput | undefined,
  source: OnDemandThroughput | undefined,
  overrides: Overrides,
): OnDemandThroughput | undefined {
  const isOwn = overrides.source.onDemandReadUnitsMax !== undefined
  const base = isOwn ? own?.readUnitsMax : source?.readUnitsMax
  const readUnitsMax = overrides.own.onDemandReadUnitsMax ?? base
  const writeUnitsMax = source?.writeUnitsMax
  if (readUnitsMax === undefined && writeUnitsMax === undefined) return undefined
  return { readUnitsMax, writeUnitsMax }
}

/** Warm throughput never falls. */
function followedWarm(
  own: WarmThroughput | undefined,
  source: WarmThroughput | undefined,
): WarmThroughput | undefined {
  if (source === undefined || own === undefined) return source ?? own
  const isHigher = source.readUnits >= own.readUnits && source.writeUnits >= own.writeUnits
  return isHigher ? source : own
}

function followedIndexes(
  own: TableDefinition,
  { source, sourceOverrides, overrides }: FollowedSettings,
): DefinitionDraft['indexes'] {
  return source.indexes.map((index) => {
    const mine = own.indexes.find(({ name }) => name === index.name)
    const both = {
      source: sourceOverrides.indexes?.[index.name] ?? {},
      own: overrides.indexes?.[index.name] ?? {},
    }
    return mine === undefined ? newIndex(index, both.own) : followedIndex(mine, index, both)
  })
}

/** Nothing of a vector index is a member's own, and nothing of it changes: another one is a new one. */
function followedVectorIndexes(
  own: TableDefinition,
  source: TableDefinition,
): DefinitionDraft['vectorIndexes'] {
  return source.vectorIndexes?.map((index) => {
    const draft = withoutPlace(index)
    const isSame = (each: VectorIndexDefinition) => isDeepStrictEqual(withoutPlace(each), draft)
    return own.vectorIndexes?.find(isSame) ?? draft
  })
}

function followedIndex(
  own: IndexDefinition,
  source: IndexDefinition,
  overrides: Overrides,
): IndexDefinition {
  const { throughput } = source
  const reads = throughput && followedReads(own.throughput ?? throughput, throughput, overrides)
  const maxima = followedMaxima(own.onDemandThroughput, source.onDemandThroughput, overrides)
  return {
    ...own,
    throughput: throughput && { ...throughput, readUnits: reads! },
    onDemandThroughput: maxima,
    warmThroughput: followedWarm(own.warmThroughput, source.warmThroughput),
  }
}

/** An index that a member gets because another has it. */
export function newIndex(index: IndexDefinition, overrides: IndexOverrides): IndexDraft {
  const { space: _space, build: _build, throughput, ...draft } = index
  const { readUnits } = overrides
  const maxima = followedMaxima(undefined, index.onDemandThroughput, { source: {}, own: overrides })
  return {
    ...draft,
    ...(throughput && {
      throughput: { ...throughput, readUnits: readUnits ?? throughput.readUnits },
    }),
    ...(maxima && { onDemandThroughput: maxima }),
  }
}
