/** The items of a table as they were at a point in time. */
import type { DescribedTable } from '../catalog/table.js'
import { DamagedItem } from '../items/damaged-item.js'
import type { FilledItem } from '../items/fill.js'
import { StoredItem } from '../items/stored-item.js'
import { JobFailure } from '../jobs/long-job.js'
import type { PastItem } from '../past/merge-page.js'
import { endPast, type PastTable } from '../past/past-table.js'
import { PastUnavailable } from '../past/past-unavailable.js'
import { restorePageBytesMax, restorePageItemsMax } from './limits.js'
import type { RestorePages } from './restore-pages.js'
import type { PointOrigin } from './restore-record.js'

const limits = { entriesMax: restorePageItemsMax, bytesMax: restorePageBytesMax }

export function pointPages(past: PastTable): RestorePages<PointOrigin> {
  return {
    begin(origin, fence, store) {
      if (origin.state !== undefined) return undefined
      const { source, point } = origin
      return orFailed(async () => {
        const state = await past.begin(source, point, fence, (begun) => {
          return store({ ...origin, state: begun })
        })
        return { ...origin, state }
      })
    },
    next: ({ state: before, after, ...origin }, target, fence) =>
      orFailed(async () => {
        const page = await past.page(before!, after, limits, fence)
        const { state, next } = page
        return {
          origin: { ...origin, state, ...(next !== undefined && { after: next }) },
          items: page.items.map((item) => checkedItem(item, target)),
          isLast: next === undefined,
          progress: progressAt(page.items.at(-1)),
        }
      }),
    end: ({ state }) => (state === undefined ? [] : endPast(state)),
  }
}

/** Damage is not passed on: this throws if the record is not as it was written. */
function checkedItem({ key, record }: PastItem, target: DescribedTable): FilledItem {
  return { key, stored: StoredItem.fromRecord(record, key, target) }
}

/** Items are read in the order of their hashes, which are spread evenly. */
function progressAt(last: PastItem | undefined): number | undefined {
  if (last === undefined) return undefined
  const start = Buffer.alloc(6)
  last.key.copy(start)
  return start.readUIntBE(0, 6) / 2 ** 48
}

async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PastUnavailable) throw new JobFailure('PastUnavailable', error.message)
    if (!(error instanceof DamagedItem)) throw error
    throw new JobFailure('DamagedItem', `The item ${error.key} is damaged where it is stored`)
  }
}
