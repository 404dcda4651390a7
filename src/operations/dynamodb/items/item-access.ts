/**
 * What requests on items touch, in terms of policies: the attributes they mention and the keys they
 * name.
 */
import type {
  QueryInput,
  ReturnConsumedCapacity,
  ReturnValue,
  ReturnValuesOnConditionCheckFailure,
  ScanInput,
} from '../../../api/generated/dynamodb-types.js'
import type { Condition } from '../../../expressions/condition.js'
import { conditionPaths } from '../../../expressions/condition-paths.js'
import type { KeyCondition } from '../../../expressions/key-conditions.js'
import type { Projection } from '../../../expressions/project.js'
import type { Update } from '../../../expressions/update.js'
import { updatePaths } from '../../../expressions/update-paths.js'
import type { ReadRequest } from '../../../items/read/query.js'
import type { Item } from '../../../model/item.js'
import { valuesIn, type ItemAccess, type SelectKey, type ValuesOf } from '../../access.js'

/** Every place in a request that mentions attributes, with placeholders replaced. */
export interface Mentions {
  readonly names?: readonly string[]
  /** Keys, or whole items. */
  readonly items?: readonly Item[]
  readonly condition?: Condition
  readonly update?: Pick<Update, 'actions'>
  readonly projection?: Projection
}

/** AWS: the request counts, not the answer; a path counts by its first step. */
export function mentionedAttributes(mentions: Mentions): readonly string[] {
  const { names, items = [], condition, update, projection } = mentions
  const [only, ...others] = items
  if (only !== undefined && others.length === 0 && !(condition ?? update ?? projection)) {
    return Object.keys(only)
  }
  const found = new Set(names)
  for (const item of items) for (const name of Object.keys(item)) found.add(name)
  if (update !== undefined) for (const [name] of updatePaths(update)) found.add(name)
  if (condition !== undefined) for (const [name] of conditionPaths(condition)) found.add(name)
  if (projection !== undefined) for (const [name] of projection.paths) found.add(name)
  return [...found]
}

type Details = Pick<
  ItemAccess,
  'select' | 'returnValues' | 'returnConsumedCapacity' | 'enclosingOperation'
> &
  Omit<Mentions, 'names' | 'items'>

/** For a request that names its items, by key or as whole items. */
export function namedItems(
  table: string,
  items: readonly Item[],
  details: Details = {},
): ItemAccess {
  const { condition, update, projection } = details
  const { select, returnValues, returnConsumedCapacity, enclosingOperation } = details
  return {
    table,
    attributes: () => mentionedAttributes({ items, condition, update, projection }),
    valuesOf: valuesIn(items),
    select,
    returnValues,
    returnConsumedCapacity,
    enclosingOperation,
  }
}

/** For a Query or Scan. */
export function readItems(
  input: QueryInput | ScanInput,
  request: ReadRequest & { readonly conditions?: readonly KeyCondition[] },
  valuesOf: ValuesOf,
): ItemAccess {
  const { TableName: table, IndexName: indexName } = input
  return {
    table,
    indexName,
    attributes: () => {
      const { filter: condition, selection, conditions = [] } = request
      const names = conditions.map(({ attribute }) => attribute)
      const projection = selection.kind === 'paths' ? selection.projection : undefined
      return mentionedAttributes({ names, condition, projection })
    },
    valuesOf,
    select: input.Select ?? selectOf(indexName, request.selection.kind === 'paths'),
    returnConsumedCapacity: capacityOf(input),
  }
}

/** AWS: what a request that does not say selects. */
export function selectOf(indexName: string | undefined, isProjected: boolean): SelectKey {
  if (isProjected) return 'SPECIFIC_ATTRIBUTES'
  return indexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'
}

export function capacityOf(input: {
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity
}): string {
  return input.ReturnConsumedCapacity ?? 'NONE'
}

export interface ReturnInput {
  readonly ReturnValues?: ReturnValue
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure
}

/**
 * What a write can show of the item. AWS: it is not known whether what a failed condition shows counts. It
 * does here: a policy that lets nobody see whole items would let them be seen otherwise.
 */
export function shownBy(input: ReturnInput): string {
  const { ReturnValues = 'NONE', ReturnValuesOnConditionCheckFailure: onFailure } = input
  if (onFailure !== 'ALL_OLD' || ReturnValues.startsWith('ALL_')) return ReturnValues
  return onFailure
}
