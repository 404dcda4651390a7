/**
 * A data model: tables with their keys and indexes, the entities that live in them, sample items, and
 * the access patterns that the tables have to serve. Data alone; a change makes a new model.
 */
import type { Item, ValueType } from '../values/attribute-value.js'

/** Members of a file that nothing here knows. They are written back as they were read. */
export type KeptMembers = Readonly<Record<string, unknown>>

export interface DataModel {
  readonly name: string
  readonly author: string
  readonly description: string
  /** As the file has it: local time in US English, or ISO 8601. */
  readonly created: string
  readonly modified: string
  readonly tables: readonly ModelTable[]
  readonly patterns: readonly AccessPattern[]
  readonly kept: {
    readonly file: KeptMembers
    readonly metadata: KeptMembers
    /** Of `x-gramme`: what a later version may have added. */
    readonly extension: KeptMembers
  }
}

export type KeyType = 'S' | 'N' | 'B'

export interface ModelAttribute {
  readonly name: string
  readonly type: ValueType
  readonly kept?: KeptMembers
}

export interface ModelKeyAttribute {
  readonly name: string
  readonly type: KeyType
  readonly kept?: KeptMembers
}

export interface ModelKey {
  readonly partition: ModelKeyAttribute
  readonly sort?: ModelKeyAttribute
  readonly kept?: KeptMembers
}

export interface ModelProjection {
  readonly kind: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'
  /** With `INCLUDE` alone; the keys of table and index are projected anyway. */
  readonly attributes: readonly string[]
  /** Keys that a file lists as well: they go back into it, and nowhere else. */
  readonly listedKeys?: readonly string[]
  readonly kept?: KeptMembers
}

export interface ModelIndex {
  readonly name: string
  readonly kind: 'global' | 'local'
  readonly key: ModelKey
  readonly projection: ModelProjection
  readonly kept: KeptMembers
}

/** What a generator of samples makes: a group and a format in it, in the words of NoSQL Workbench. */
export type SampleFormat = readonly [group: string, format: string]

export interface ModelTable {
  readonly name: string
  readonly key: ModelKey
  /** Attributes that are no part of the table's key; keys of indexes are among them. */
  readonly attributes: readonly ModelAttribute[]
  readonly indexes: readonly ModelIndex[]
  readonly entities: readonly Entity[]
  readonly samples: readonly Item[]
  readonly formats: Readonly<Record<string, SampleFormat>>
  /** Formats that are no pair of texts. */
  readonly keptFormats?: KeptMembers
  readonly billing: 'PROVISIONED' | 'PAY_PER_REQUEST'
  /** `ProvisionedCapacitySettings` of the file. */
  readonly capacity?: KeptMembers
  readonly ttlAttribute?: string
  readonly kept: KeptMembers
}

export interface Entity {
  readonly name: string
  /** By key attribute, of the table and of its indexes: `ORDER#<date>#<id>`. */
  readonly templates: Readonly<Record<string, string>>
  readonly attributes: readonly string[]
  /** Items are of this entity if this attribute has this text, whatever their keys look like. */
  readonly rule?: { readonly attribute: string; readonly value: string }
  /** The facet of a file that this entity was read from. */
  readonly facet?: FacetRemains
}

export interface FacetRemains {
  readonly partitionAlias: string
  readonly sortAlias?: string
  readonly keptAliases?: KeptMembers
  /** Keys of the items that the facet repeats, in its order. */
  readonly itemKeys: readonly string[]
  readonly listsItems: boolean
  readonly listsAttributes: boolean
  readonly kept: KeptMembers
}

export const patternOperations = [
  'GetItem',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
] as const
export type PatternOperation = (typeof patternOperations)[number]

export const patternOperators = ['=', '<', '<=', '>', '>=', 'between', 'begins_with'] as const
export type PatternOperator = (typeof patternOperators)[number]

/** What the caller knows: a value of an attribute, or of a variable in the entity's key templates. */
export interface PatternCondition {
  readonly field: string
  readonly operator: PatternOperator
  /** Two for `between`, else one. */
  readonly values: readonly string[]
}

export interface AccessPattern {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly operation: PatternOperation
  readonly table: string
  /** The entity whose key templates turn what is known into keys. */
  readonly entity?: string
  /** An index, or the empty text for the table itself. Whatever serves best if it is absent. */
  readonly via?: string
  readonly conditions: readonly PatternCondition[]
  readonly descending: boolean
  readonly consistent: boolean
  readonly limit?: number
  readonly expectedRows?: number
}

export function emptyModel(name: string, now: string): DataModel {
  return {
    name,
    author: '',
    description: '',
    created: now,
    modified: now,
    tables: [],
    patterns: [],
    kept: { file: {}, metadata: {}, extension: {} },
  }
}

export function emptyTable(name: string, key: ModelKey): ModelTable {
  return {
    name,
    key,
    attributes: [],
    indexes: [],
    entities: [],
    samples: [],
    formats: {},
    billing: 'PAY_PER_REQUEST',
    kept: {},
  }
}

export function keyAttributesOf({ partition, sort }: ModelKey): readonly ModelKeyAttribute[] {
  return sort === undefined ? [partition] : [partition, sort]
}

/** Of the table first, then of its indexes; each once. */
export function everyKeyAttribute(table: ModelTable): readonly ModelKeyAttribute[] {
  const all = [table.key, ...table.indexes.map(({ key }) => key)].flatMap(keyAttributesOf)
  return [...new Map(all.map((each) => [each.name, each])).values()]
}

/** Names an item within its table; undefined if a key attribute is missing or of another type. */
export function itemKeyOf(key: ModelKey, item: Item): string | undefined {
  const values = keyAttributesOf(key).map(({ name, type }) => {
    const value = item[name] as Readonly<Record<string, unknown>> | undefined
    return value !== undefined && typeof value[type] === 'string' ? value[type] : undefined
  })
  return values.includes(undefined) ? undefined : JSON.stringify(values)
}
