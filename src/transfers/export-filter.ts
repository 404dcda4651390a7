/** Which items an export has, and which of their attributes. */
import { holds } from '../expressions/evaluate-condition.js'
import type { Condition } from '../expressions/condition.js'
import { project, type Projection } from '../expressions/project.js'
import { readExpressions } from '../expressions/read-expressions.js'

import type { Item } from '../model/item.js'
import { ItemJson } from '../model/item-json.js'
import type { RawAttributeMap } from '../model/read-attribute-value.js'

/** As the client wrote it. */
export interface ExportFilterText {
  readonly filter?: string
  readonly projection?: string
  readonly keyCondition?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: RawAttributeMap
}

export interface ExportFilter {
  readonly keyCondition?: Condition
  readonly filter?: Condition
  readonly projection?: Projection
}

/** Throws the sentences of Query. */
export function readExportFilter(text: ExportFilterText): ExportFilter {
  return readExpressions({ ...text, valueReading: 'bare' })
}

export function selects({ keyCondition, filter }: ExportFilter, item: Item): boolean {
  if (keyCondition !== undefined && !holds(keyCondition, item)) return false
  return filter === undefined || holds(filter, item)
}

export function shownPart({ projection }: ExportFilter, item: Item): Item {
  return projection === undefined ? item : project(projection, item)
}

export function itemJsonOf(item: Item): ItemJson {
  return new ItemJson(Buffer.from(JSON.stringify(item)))
}
