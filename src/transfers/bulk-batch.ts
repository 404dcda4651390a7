/** The records of bulk puts, read in batches of writes that can share a transaction. */
import type { DescribedTable } from '../catalog/table.js'
import { readExpressions } from '../expressions/read-expressions.js'
import type { TableWrite } from '../items/write/transact-write.js'
import type { PutRecord, RecordCondition } from '../interchange/put-record.js'
import type { TextRecord } from '../interchange/text-record.js'
import { ServiceError } from '../model/errors.js'
import { pickAttributes, type Item } from '../model/item.js'
import { keyAttributes } from '../model/key-schema.js'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import type { BulkNote } from './bulk-details.js'
import { importBatchBytesMax, importBatchRecordsMax } from './import-limits.js'
import type { PrefixReader, ReadingPosition, RecordPage } from './prefix-reader.js'

export interface BulkWrite {
  readonly key: string
  readonly index: number
  readonly item: Item
  readonly write: TableWrite
}

export interface BulkBatch {
  /** No two are of the same item. */
  readonly writes: readonly BulkWrite[]
  /** Records that cannot be written, whatever is stored. */
  readonly errors: readonly BulkNote[]
  readonly position: ReadingPosition
  readonly objectBytes: number
  readonly isLast: boolean
}

/** What is read at once; an item that occurs twice begins another batch. */
export async function readBulkBatches(
  reader: PrefixReader<PutRecord>,
  table: DescribedTable,
): Promise<readonly BulkBatch[]> {
  const batches = [new BatchDraft(reader.position)]
  let [records, bytes] = [0, 0]
  while (records < importBatchRecordsMax && bytes < importBatchBytesMax) {
    if (turnIsOver()) await nextTurn()
    const page = await reader.next()
    if (page === undefined) return [...batches.slice(0, -1), { ...batches.at(-1)!, isLast: true }]
    for (const record of page.records) {
      bytes += record.kind === 'content' ? record.content.sizeBytes : 0
      if (!batches.at(-1)!.add(table, page, record)) {
        batches.push(new BatchDraft(reader.position))
        batches.at(-1)!.add(table, page, record)
      }
    }
    batches.at(-1)!.end(page)
    records += page.records.length
  }
  return batches
}

class BatchDraft implements BulkBatch {
  readonly writes: BulkWrite[] = []
  readonly errors: BulkNote[] = []
  readonly isLast: boolean = false
  position: ReadingPosition
  objectBytes = 0
  readonly #keys = new Set<string>()

  constructor(position: ReadingPosition) {
    this.position = position
  }

  /** Whether the record could be added. */
  add(table: DescribedTable, page: RecordPage<PutRecord>, record: TextRecord<PutRecord>): boolean {
    const { key } = page
    const { index } = record
    const write = readWrite(table, record)
    if (typeof write === 'string') this.errors.push({ key, index, message: write })
    else if (!this.#claim(table, write.item)) return false
    else this.writes.push({ key, index, ...write })
    this.position = positionAfter(page, index)
    return true
  }

  end({ position, objectBytes }: RecordPage<PutRecord>): void {
    this.position = position
    this.objectBytes += objectBytes
  }

  #claim({ keySchema }: DescribedTable, item: Item): boolean {
    const names = keyAttributes(keySchema).map(({ name }) => name)
    const key = JSON.stringify(pickAttributes(item, names))
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    return true
  }
}

function positionAfter({ position }: RecordPage<PutRecord>, index: number): ReadingPosition {
  const { within } = position
  return within === undefined
    ? position
    : { ...position, within: { ...within, records: index + 1 } }
}

/** The write, or why there is none. */
function readWrite(
  table: DescribedTable,
  record: TextRecord<PutRecord>,
): { readonly item: Item; readonly write: TableWrite } | string {
  if (record.kind !== 'content') return record.message
  const { item, sizeBytes, condition } = record.content
  try {
    const write = {
      action: { kind: 'put', item, sizeBytes },
      ...(condition !== undefined && conditionOf(condition)),
    } as const
    return { item, write: { table, write } }
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

function conditionOf({ expression, names, values }: RecordCondition) {
  const { condition } = readExpressions({ condition: expression, names, values })
  return { condition, showItemOnFailure: true }
}
