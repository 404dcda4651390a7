/** A page of items as Query and Scan return it. Items are projected in turns. */
import type { QueryOutput, ReturnConsumedCapacity } from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import { project } from '../../../expressions/project.js'
import type { Page } from '../../../items/read/read-page.js'
import type { Selection } from '../../../items/read/select-attributes.js'
import { stepsToParse, stepsToPassOn } from '../../../items/stored-item.js'
import { mapInTurns } from '../../../stdx/turns.js'
import { consumedCapacity } from './consumed-capacity.js'

export interface PageInput {
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity
}

type Shown = QueryOutput['Items']

/** A promise only if the items take longer than a turn. */
export function pageAnswer(
  input: PageInput,
  table: Table,
  selection: Selection,
  page: Page,
): QueryOutput | Promise<QueryOutput> {
  const answer = (items: Shown) => ({
    Items: items,
    Count: page.items.length,
    ScannedCount: page.scannedCount,
    LastEvaluatedKey: page.lastKey,
    ...consumedCapacity(input.ReturnConsumedCapacity, table, page.work),
  })
  const shown = shownItems(selection, page)
  return shown instanceof Promise ? shown.then(answer) : answer(shown)
}

/** Without a projection the stored bytes are sent as they are. */
function shownItems(selection: Selection, { items }: Page): Shown | Promise<Shown> {
  if (selection.kind === 'count') return undefined
  if (selection.kind !== 'paths') return mapInTurns(items, stepsToPassOn, ({ json }) => json)
  return mapInTurns(items, stepsToParse, (stored) =>
    stored.shown(project(selection.projection, stored.item)),
  )
}
