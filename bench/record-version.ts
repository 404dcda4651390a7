/**
 * What it costs to read items in two stored forms instead of one: the decoder looks at the version
 * byte that it checks anyway and starts the JSON elsewhere. And what the checksum adds that the
 * server compares. The decisions are in docs/storage-format.md.
 */
import {
  headerBytes as sealedHeaderBytes,
  newItemRecord,
  sealItemRecord,
  soundJsonOf,
} from '../src/items/item-record.js'
import { machine, ratio, table } from './report.js'
import { medianNanoseconds } from './rounds.js'

const headerBytes = 5
/** A time and a region, as an item of a replicated table would have. */
const stampBytes = 8
const records = Array.from({ length: 256 }, (_, i) => recordOf(300 + (i % 7)))

const sealed = records.map(({ length }) => {
  const record = newItemRecord(length - headerBytes).fill('x')
  sealItemRecord(record, length - sealedHeaderBytes)
  return record
})

function recordOf(jsonBytes: number): Buffer {
  const record = Buffer.alloc(headerBytes + jsonBytes, 'x')
  record[0] = 1
  return record
}

export function runRecordVersion(): void {
  console.log(`Finding the JSON of ${records.length} items, on ${machine()}`)
  const contenders = [
    { name: 'one version', run: () => totalOf(ofOne) },
    { name: 'two versions', run: () => totalOf(ofTwo) },
    { name: 'with a checksum', run: () => totalOf((record) => soundJsonOf(record)!, sealed) },
  ]
  const medians = medianNanoseconds(contenders, { rounds: 301, roundMs: 3 })
  const rows = contenders.map(({ name }, i) => {
    const each = medians[i]! / records.length
    return [name, each.toFixed(1), ratio(medians[i]!, medians[0]!)]
  })
  console.log(table(['decoder', 'ns an item', ''], rows))
}

function totalOf(json: (record: Buffer) => Buffer, among = records): number {
  let total = 0
  for (const record of among) total += json(record).length
  return total
}

function ofOne(record: Buffer): Buffer {
  if (record[0] !== 1) throw new Error('unknown version')
  return record.subarray(headerBytes)
}

function ofTwo(record: Buffer): Buffer {
  const version = record[0]
  if (version !== 1 && version !== 2) throw new Error('unknown version')
  return record.subarray(version === 2 ? headerBytes + stampBytes : headerBytes)
}
