/**
 * ORDER BY: supported only where the order of the keys already provides it.
 *
 * AWS: if only the partition key is named, the items of a partition come in descending order.
 * Partitions are read one after another, so an order that puts the sort key first is read as if the
 * partition key came first.
 */
import type { ReadTarget } from '../../items/read/read-target.js'
import type { PartitionStretch } from '../../items/read/stretch.js'
import { validation } from '../../model/errors.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import { comparePartitions, compareStretches } from './keyed-stretches.js'
import type { OrderKey, Select } from '../statement.js'

export interface ReadOrder {
  /** Undefined if the partition key is not among the order keys. */
  readonly partition: 'ascending' | 'descending' | undefined
  /** Whether the items of a partition come in descending order. */
  readonly reverse: boolean
}

/** Undefined without an ORDER BY. */
export function readOrder(target: ReadTarget, { orderBy, where }: Select): ReadOrder | undefined {
  if (orderBy.length === 0) return undefined
  if (where === undefined) {
    throw validation('Must have WHERE clause in the statement when using ORDER BY clause.')
  }
  for (const { attribute } of orderBy) requireKeyAttribute(target, attribute)
  const partition = firstAmong(target.partition, orderBy)
  const sort = firstAmong(target.sort, orderBy)
  return {
    partition: partition && (partition.descending ? 'descending' : 'ascending'),
    reverse: sort === undefined || sort.descending,
  }
}

function requireKeyAttribute({ partition, sort }: ReadTarget, attribute: string): void {
  if ([...partition, ...sort].some(({ name }) => name === attribute)) return
  throw validation(`Attribute ${attribute} in ORDER BY clause must be part of the primary key`)
}

function firstAmong(
  attributes: readonly KeyAttribute[],
  orderBy: readonly OrderKey[],
): OrderKey | undefined {
  return orderBy.find(({ attribute }) => attributes.some(({ name }) => name === attribute))
}

/** For a WHERE that does not select by key: its results have no order. */
export function refuseOrder(): never {
  throw validation(
    'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
  )
}

/** Puts stretches, given in key order, into the order in which they are read. */
export function inOrder(
  target: ReadTarget,
  stretches: readonly PartitionStretch[],
  { partition, reverse }: ReadOrder,
): readonly PartitionStretch[] {
  const severalPartitions = stretches.some(
    (each) => comparePartitions(target, each.partition, stretches[0]!.partition) !== 0,
  )
  if (severalPartitions && partition === undefined) {
    throw validation(
      'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
    )
  }
  return stretches.toSorted((a, b) => {
    const order = comparePartitions(target, a.partition, b.partition)
    if (order !== 0) return partition === 'descending' ? -order : order
    return reverse ? compareStretches(target, b, a) : compareStretches(target, a, b)
  })
}
