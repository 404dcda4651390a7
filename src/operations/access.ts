/**
 * What a request is about to do, in IAM's terms: actions, resources and, for items, the keys and
 * attributes that a policy can mention. Every operation declares this before it runs.
 *
 * Nothing is computed unless it is needed: only the authorise stage calls `Operation.access`, and
 * values are looked up attribute by attribute once the key schema is known.
 */
import type { Table } from '../catalog/table.js'
import { indexArn, tableArn, type Scope } from '../model/arn.js'
import { attributeOf, type Item } from '../model/item.js'
import type { AttributeValue } from '../model/attribute-value.js'

export interface Access {
  /** As it is named in AWS's service authorization reference. */
  readonly action: `${string}:${string}`
  /** An ARN, or `*` for an action that has no resource. */
  readonly resource: string
  /** Only for actions on items. */
  readonly items?: ItemAccess
}

export interface ItemAccess {
  /** By name or ARN, as the request has it. */
  readonly table: string
  readonly indexName?: string
  /** The attributes that the request mentions, each once. */
  readonly attributes: readonly string[]
  readonly valuesOf: ValuesOf
}

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

/** AWS: actions such as listing tables cannot be limited to a resource. */
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

/** AWS: tables are named in the caller's account, whether or not they exist. */
function arnOf(caller: Scope, nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? nameOrArn : tableArn(caller, nameOrArn)
}

/** For requests that name their items, by key or as whole items. */
export function valuesIn(items: readonly Item[]): ValuesOf {
  return (attribute) => {
    const values = items.map((item) => attributeOf(item, attribute))
    return values.every((value) => value !== undefined) ? values : undefined
  }
}

export const anyValues: ValuesOf = () => undefined

/**
 * The partition key values of all items that a request can touch, which policies check as
 * LeadingKeys; undefined if they can be any. `nth` is the part of the partition key, from zero.
 */
export function leadingKeys(
  { indexName, valuesOf }: ItemAccess,
  { keySchema, indexes }: Pick<Table, 'keySchema' | 'indexes'>,
  nth = 0,
): readonly AttributeValue[] | undefined {
  const index = indexes.find(({ name }) => name === indexName)
  const partition = index === undefined ? [keySchema.partition] : index.keySchema.partition
  const attribute = partition[nth]
  return attribute && valuesOf(attribute.name)
}
