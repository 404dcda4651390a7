/** The items of a table as they were at a point in time. */
import { JobFailure } from '../jobs/long-job.js'
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
    next: ({ state: before, after, ...origin }, fence) =>
      orFailed(async () => {
        const { state, items, next } = await past.page(before!, after, limits, fence)
        const read = { ...origin, state, ...(next !== undefined && { after: next }) }
        return { origin: read, items, isLast: next === undefined }
      }),
    end: ({ state }) => (state === undefined ? [] : endPast(state)),
  }
}

async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PastUnavailable)) throw error
    throw new JobFailure('PastUnavailable', error.message)
  }
}
