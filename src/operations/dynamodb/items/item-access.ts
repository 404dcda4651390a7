/**
 * What requests on items touch, in terms of policies: the attributes they mention and the keys they
 * name.
 */
import type { QueryInput, ScanInput } from '../../../api/generated/dynamodb-types.js'
import type { Condition } from '../../../expressions/condition.js'
import { conditionPaths } from '../../../expressions/condition-paths.js'
import type { KeyCondition } from '../../../expressions/key-conditions.js'
import type { Projection } from '../../../expressions/project.js'
import type { Update } from '../../../expressions/update.js'
import { updatePaths } from '../../../expressions/update-paths.js'
import type { ReadRequest } from '../../../items/read/query.js'
import type { Item } from '../../../model/item.js'
import { valuesIn, type ItemAccess } from '../../access.js'

/** Every place in a request that mentions attributes, with placeholders replaced. */
export interface Mentions {
  readonly names?: readonly string[]
  readonly condition?: Condition
  readonly update?: Pick<Update, 'actions'>
  readonly projection?: Projection
}

/** AWS: the request counts, not the answer; a path counts by its first step. */
export function mentionedAttributes(mentions: Mentions): readonly string[] {
  const { names = [], condition, update, projection } = mentions
  const paths = [
    ...(condition === undefined ? [] : conditionPaths(condition)),
    ...(update === undefined ? [] : updatePaths(update)),
    ...(projection?.paths ?? []),
  ]
  return [...new Set([...names, ...paths.map(([name]) => name)])]
}

/** For a request that names its items, by key or as whole items. */
export function namedItems(
  table: string,
  items: readonly Item[],
  mentions: Omit<Mentions, 'names'> = {},
): ItemAccess {
  const names = items.flatMap((item) => Object.keys(item))
  const attributes = mentionedAttributes({ ...mentions, names })
  return { table, attributes, valuesOf: valuesIn(items) }
}

/** For a Query or Scan. */
export function readItems(
  { TableName: table, IndexName: indexName }: QueryInput | ScanInput,
  request: ReadRequest & { readonly conditions?: readonly KeyCondition[] },
): Omit<ItemAccess, 'valuesOf'> {
  const { filter: condition, selection, conditions = [] } = request
  const names = conditions.map(({ attribute }) => attribute)
  const projection = selection.kind === 'paths' ? selection.projection : undefined
  const attributes = mentionedAttributes({ names, condition, projection })
  return { table, indexName, attributes }
}
