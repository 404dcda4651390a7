/** The writes of an import, page by page. */
import type { PlannedWrite } from '../../editor/run-writes.js'
import type { NamedFile } from './file-text.js'
import { pageRecords } from './limits.js'
import { readItems, type ReadingOptions, type ReadRecord } from './read-items.js'

export async function* importPlans(
  files: readonly NamedFile[],
  reading: ReadingOptions,
): AsyncGenerator<readonly PlannedWrite[]> {
  let page: PlannedWrite[] = []
  for (const file of files) {
    for await (const record of readItems(file, reading)) {
      page.push(planOf(record))
      if (page.length < pageRecords) continue
      yield page
      page = []
    }
  }
  yield page
}

function planOf(record: ReadRecord): PlannedWrite {
  if ('problem' in record) return record
  if ('deleted' in record) return { unchanged: true }
  return { write: { after: record.item }, source: record.source }
}
