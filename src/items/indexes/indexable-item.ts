/** Refuses an item that an index of its table could not hold: keys first, then vectors. */
import type { Table } from '../../catalog/table.js'
import type { Item } from '../../model/item.js'
import { checkIndexKeys, type WriteForm } from './index-keys.js'
import { checkVectors } from './vector-values.js'

/** For an update, `changed` says which attributes it sets to another value: only these can be refused. */
export function checkIndexable(
  { indexes, vectorIndexes }: Pick<Table, 'indexes' | 'vectorIndexes'>,
  item: Item,
  form: WriteForm,
  changed?: (attributeName: string) => boolean,
): void {
  checkIndexKeys(indexes, item, form, changed)
  if (vectorIndexes !== undefined) checkVectors(vectorIndexes, item, changed)
}
