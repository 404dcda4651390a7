/** What a stretch of time changed about each item of a table, as lines. */
import type { Image } from '../changes/change-record.js'
import type { ChangeLine } from '../interchange/change-line.js'
import { ionChangeLine } from '../interchange/ion-lines.js'
import { jsonChangeLine } from '../interchange/json-lines.js'
import { ItemJson } from '../model/item-json.js'
import type { Item } from '../model/item.js'
import { pastSource } from '../past/items-place.js'
import {
  endNetChanges,
  type NetChange,
  type NetChanges,
  type NetState,
} from '../past/net-changes.js'
import { itemKey } from '../storage/keyspace.js'
import type { ExportDetails, IncrementalExtent } from './export-details.js'
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

export interface IncrementalSourceDependencies extends ExportPointDependencies {
  readonly netChanges: NetChanges
}

export function incrementalSource(
  dependencies: IncrementalSourceDependencies,
  { format, filter: text }: Pick<ExportDetails, 'format' | 'filter'>,
  { fromMs, toMs, view }: IncrementalExtent,
): LineSource<NetState> {
  const { netChanges } = dependencies
  const filter = text && readExportFilter(text)
  const lineOf = format === 'ION' ? ionChangeLine : jsonChangeLine
  return {
    async begin(table, fence, store) {
      const point = await exportPoint(dependencies, table, toMs)
      const window = { fromMs, to: { ...point, beforeMs: toMs } }
      return netChanges.begin(pastSource(table), window, fence, store)
    },
    async collect(before, fence) {
      const { state, complete } = await netChanges.collect(before, fence)
      return { source: state, isReady: complete }
    },
    async page(state, after) {
      const { changes, next } = await netChanges.page(state, after, limits)
      const entries = changes.map((change) => ({
        key: keyOf(change, state),
        bytes: (change.before?.json.length ?? 0) + (change.after?.json.length ?? 0),
        line: () => {
          const shown = shownChange(change, filter)
          return shown && lineOf(view === 'NEW_IMAGE' ? { ...shown, oldImage: undefined } : shown)
        },
      }))
      return { source: state, entries, next }
    },
    end: endNetChanges,
  }
}

function keyOf({ key }: NetChange, { source }: NetState): Buffer {
  return itemKey(source.keySchema, itemOf(key))
}

function shownChange(
  { key, before, after, lastAtMs }: NetChange,
  filter: ExportFilter | undefined,
): ChangeLine<ItemJson> | undefined {
  // AWS: the new image decides, or the old one of what was deleted.
  if (filter !== undefined && !selects(filter, itemOf((after ?? before)!))) return undefined
  return {
    writtenAtMicros: `${lastAtMs}000`,
    keys: jsonOf(key),
    oldImage: shownImage(before, filter),
    newImage: shownImage(after, filter),
  }
}

function shownImage(
  image: Image | undefined,
  filter: ExportFilter | undefined,
): ItemJson | undefined {
  if (image === undefined || filter?.projection === undefined) return image && jsonOf(image)
  return itemJsonOf(shownPart(filter, itemOf(image)))
}

function jsonOf({ json }: Image): ItemJson {
  return new ItemJson(Buffer.from(json.buffer, json.byteOffset, json.byteLength))
}

function itemOf(image: Image): Item {
  return jsonOf(image).toJSON() as Item
}
