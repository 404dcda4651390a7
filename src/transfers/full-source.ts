/** The items of a table as they were at a moment, as lines. */
import { StoredItem } from '../items/stored-item.js'
import { ionItemLine } from '../interchange/ion-lines.js'
import { jsonItemLine } from '../interchange/json-lines.js'
import type { ItemJson } from '../model/item-json.js'
import type { PastItem } from '../past/merge-page.js'
import { pastSource } from '../past/items-place.js'
import { endPast, type PastState, type PastTable } from '../past/past-table.js'
import type { ExportDetails, FullExtent } from './export-details.js'
import {
  itemJsonOf,
  readExportFilter,
  selects,
  shownPart,
  type ExportFilter,
} from './export-filter.js'
import { exportPoint, type ExportPointDependencies } from './export-point.js'
import { exportPageBytesMax, exportPageItemsMax } from './limits.js'
import type { LineSource } from './line-source.js'

const limits = { entriesMax: exportPageItemsMax, bytesMax: exportPageBytesMax }

export interface FullSourceDependencies extends ExportPointDependencies {
  readonly past: PastTable
}

export function fullSource(
  dependencies: FullSourceDependencies,
  { format, filter: text }: Pick<ExportDetails, 'format' | 'filter'>,
  { atMs }: FullExtent,
): LineSource<PastState> {
  const { past } = dependencies
  const filter = text && readExportFilter(text)
  const lineOf = format === 'ION' ? ionItemLine : jsonItemLine
  return {
    async begin(table, fence, store) {
      if (past.isStill) return past.begin(pastSource(table), undefined, fence, store)
      const point = await exportPoint(dependencies, table, atMs)
      return past.begin(pastSource(table), point, fence, store)
    },
    async collect(state, fence) {
      const step = await past.collect(state, fence)
      return { source: step.state, isReady: step.caughtUp }
    },
    async page(before, after, fence) {
      const { state, items, next } = await past.page(before, after, limits, fence)
      const entries = items.map((item) => ({
        key: item.key,
        bytes: item.record.length,
        line: () => {
          const shown = shownItem(storedItem(item, before), filter)
          return shown && lineOf(shown)
        },
      }))
      return { source: state, entries, next }
    },
    end: endPast,
  }
}

function storedItem({ record, key }: PastItem, { source }: PastState): StoredItem {
  return StoredItem.fromRecord(record, key, source)
}

/** Without a filter the stored bytes are the line's bytes. */
function shownItem(stored: StoredItem, filter: ExportFilter | undefined): ItemJson | undefined {
  if (filter === undefined) return stored.json
  if (!selects(filter, stored.item)) return undefined
  if (filter.projection === undefined) return stored.json
  return itemJsonOf(shownPart(filter, stored.item))
}
