/**
 * What a request is about to do, in IAM's terms: actions, resources and, for items, the keys and
 * attributes that a policy can mention. Every operation declares this before it runs.
 *
 * Nothing is computed unless it is needed: only the authorise stage calls `Operation.access`, and
 * values are looked up attribute by attribute once the key schema is known.
 */
import type { Table } from '../catalog/table.js'
import { bucketArn, indexArn, objectArn, tableArn, type Scope } from '../model/arn.js'
import { attributeOf, type Item } from '../model/item.js'
import type { AttributeValue } from '../model/attribute-value.js'
import type { KeyAttribute } from '../model/key-schema.js'

export interface Access {
  /** As it is named in AWS's service authorization reference. */
  readonly action: `${string}:${string}`
  /** An ARN, or `*` for an action that has no resource. */
  readonly resource: string
  /** Whether the resource stands for everything that begins with it. */
  readonly isPrefix?: true
  /** Only for actions on items. */
  readonly items?: ItemAccess
  /** The tags that the request brings along. */
  readonly tags?: readonly RequestTag[]
  /** Of a resource that is not a table or a part of one. */
  readonly resourceTags?: readonly RequestTag[]
  /** The keys of tags that it removes. */
  readonly tagKeys?: readonly string[]
  /** Condition keys of other services, in lower case: `s3:prefix`. */
  readonly keys?: Readonly<Record<string, string>>
}

interface RequestTag {
  readonly key: string
  readonly value: string
}

export interface ItemAccess {
  /** By name or ARN, as the request has it. */
  readonly table: string
  readonly indexName?: string
  /** The attributes that the request mentions, each once. */
  readonly attributes: () => readonly string[]
  readonly valuesOf: ValuesOf
  /** As the request has it; what it means if it does not say. */
  readonly select?: SelectKey
  readonly returnValues?: string
  readonly returnConsumedCapacity?: string
  /** Of transactions. */
  readonly enclosingOperation?: string
}

export type SelectKey =
  'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES' | 'SPECIFIC_ATTRIBUTES' | 'COUNT'

/**
 * Returns the values that an attribute has in the items of a request; undefined if it can be any.
 */
export type ValuesOf = (attribute: string) => readonly AttributeValue[] | undefined

interface Asking {
  readonly caller: Scope
}

export function onTable({ caller }: Asking, action: Access['action'], nameOrArn: string): Access {
  return { action, resource: arnOf(caller, nameOrArn) }
}

/** AWS: reading an index is an action on the index alone, not on its table. */
export function onItems({ caller }: Asking, action: Access['action'], items: ItemAccess): Access {
  const table = arnOf(caller, items.table)
  const { indexName } = items
  return {
    action,
    resource: indexName === undefined ? table : indexArn(table, indexName),
    items,
  }
}

/** For what is done to an index without mentioning items. */
export function onIndex(
  { caller }: Asking,
  action: Access['action'],
  nameOrArn: string,
  indexName: string,
): Access {
  return { action, resource: indexArn(arnOf(caller, nameOrArn), indexName) }
}

/** AWS: listing tables is done to all of them, and can be limited no further. */
export function onAllTables({ caller }: Asking, action: Access['action']): Access {
  return { action, resource: tableArn(caller, '*') }
}

/** AWS: actions such as listing streams cannot be limited to a resource. */
export function onAnything(action: Access['action']): Access {
  return { action, resource: '*' }
}

/** For a list that can be limited to one table. */
export function onTableOrAnything(
  asking: Asking,
  action: Access['action'],
  nameOrArn: string | undefined,
): Access {
  return nameOrArn === undefined ? onAnything(action) : onTable(asking, action, nameOrArn)
}

/** AWS: who has objects read must be allowed to read them: here, everything with the prefix. */
export function readingObjects({ bucket, prefix = '' }: ObjectPlace): readonly Access[] {
  return [
    { action: 's3:GetObject', resource: objectArn(bucket, prefix), isPrefix: true },
    { action: 's3:ListBucket', resource: bucketArn(bucket), keys: { 's3:prefix': prefix } },
  ]
}

/** AWS: who has objects written must be allowed to write them. */
export function writingObjects({ bucket, prefix = '' }: ObjectPlace): readonly Access[] {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const resource = objectArn(bucket, folder)
  return [
    { action: 's3:PutObject', resource, isPrefix: true },
    { action: 's3:AbortMultipartUpload', resource, isPrefix: true },
  ]
}

/** Where an export or import keeps its files. */
interface ObjectPlace {
  readonly bucket: string
  readonly prefix?: string
}

/** AWS: tables are named in the caller's account, whether or not they exist. */
function arnOf(caller: Scope, nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? nameOrArn : tableArn(caller, nameOrArn)
}

/**
 * For requests that name their items, by key or as whole items. One that lacks the attribute has no value:
 * it is refused later, and the others count nevertheless.
 */
export function valuesIn(items: readonly Item[]): ValuesOf {
  return (attribute) => {
    const values: AttributeValue[] = []
    for (const item of items) {
      const value = attributeOf(item, attribute)
      if (value !== undefined) values.push(value)
    }
    return values.length > 0 ? values : undefined
  }
}

export const anyValues: ValuesOf = () => undefined

type KeyedTable = Pick<Table, 'keySchema' | 'indexes'>

/**
 * The partition key values of all items that a request can touch, which policies check as
 * LeadingKeys; undefined if they can be any. `nth` is the part of the partition key, from zero.
 */
export function leadingKeys(
  items: ItemAccess,
  table: KeyedTable,
  nth = 0,
): readonly AttributeValue[] | undefined {
  const attribute = partitionOf(items, table)[nth]
  return attribute && items.valuesOf(attribute.name)
}

/** Whether a request does not name the partitions it reads. */
export function readsAllPartitions(items: ItemAccess, table: KeyedTable): boolean {
  return partitionOf(items, table).some(({ name }) => items.valuesOf(name) === undefined)
}

function partitionOf(
  { indexName }: ItemAccess,
  { keySchema, indexes }: KeyedTable,
): readonly KeyAttribute[] {
  if (indexName === undefined) return [keySchema.partition]
  const index = indexes.find(({ name }) => name === indexName)
  return index === undefined ? [keySchema.partition] : index.keySchema.partition
}
