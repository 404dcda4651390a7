/** Which items an export is to have, as the request says it: expressions as in Query. */
import type { FilterSpecification } from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import { readKeyConditions, type KeyCondition } from '../../../expressions/key-conditions.js'
import { requireSelecting } from '../../../items/read/query.js'
import { requestNotValid } from '../../../model/recovery-errors.js'
import {
  readExportFilter,
  type ExportFilter,
  type ExportFilterText,
} from '../../../transfers/export-filter.js'
import { refuseIdleSubstitutions } from '../items/expression-parameters.js'

export interface FilterWish {
  readonly text: ExportFilterText
  readonly filter: ExportFilter
  readonly keyConditions: readonly KeyCondition[] | undefined
}

export function readFilterSpecification(
  specification: FilterSpecification | undefined,
): FilterWish | undefined {
  if (specification === undefined) return undefined
  const { FilterExpression, ProjectionExpression, KeyConditionExpression } = specification
  if (Object.values(specification).every((member) => member === undefined)) {
    throw requestNotValid('Invalid FilterSpecification: The specification can not be empty')
  }
  refuseIdleSubstitutions(
    specification,
    { ProjectionExpression, FilterExpression, KeyConditionExpression },
    { conditions: { FilterExpression, KeyConditionExpression } },
  )
  const text = {
    filter: FilterExpression,
    projection: ProjectionExpression,
    keyCondition: KeyConditionExpression,
    names: specification.ExpressionAttributeNames,
    values: specification.ExpressionAttributeValues,
  }
  const filter = readExportFilter(text)
  const keyConditions = filter.keyCondition && readKeyConditions(filter.keyCondition)
  return { text, filter, keyConditions }
}

/** Whether the expressions fit the key of the table; throws the sentences of Query and Scan. */
export function checkFilter({ filter, keyConditions }: FilterWish, table: Table): void {
  requireSelecting(table, keyConditions, filter)
}

export function shownSpecification(text: ExportFilterText): FilterSpecification {
  return {
    FilterExpression: text.filter,
    ProjectionExpression: text.projection,
    KeyConditionExpression: text.keyCondition,
    ExpressionAttributeNames: text.names,
    ExpressionAttributeValues: text.values,
  }
}
