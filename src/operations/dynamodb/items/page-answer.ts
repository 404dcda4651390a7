/** A page of items as Query and Scan return it. */
import type { QueryOutput, ReturnConsumedCapacity } from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import { project } from '../../../expressions/project.js'
import type { Page } from '../../../items/read/read-page.js'
import type { Selection } from '../../../items/read/select-attributes.js'
import { consumedCapacity } from './consumed-capacity.js'

export interface PageInput {
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity
}

export function pageAnswer(
  input: PageInput,
  table: Table,
  selection: Selection,
  page: Page,
): QueryOutput {
  return {
    Items: shownItems(selection, page),
    Count: page.items.length,
    ScannedCount: page.scannedCount,
    LastEvaluatedKey: page.lastKey,
    ...consumedCapacity(input.ReturnConsumedCapacity, table, page.work),
  }
}

/** Without a projection the stored bytes are sent as they are. */
function shownItems(selection: Selection, { items }: Page): QueryOutput['Items'] {
  if (selection.kind === 'count') return undefined
  if (selection.kind !== 'paths') return items.map(({ json }) => json)
  return items.map(({ item }) => project(selection.projection, item))
}
