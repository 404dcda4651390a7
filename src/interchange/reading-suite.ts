/** Reads text in one piece and in many, which must not make a difference, and prints the outcome. */
import assert from 'node:assert/strict'
import type { RecordReader, TextRecord } from './text-record.js'

export function readText<T>(
  create: () => RecordReader<T>,
  text: string | Buffer,
): readonly TextRecord<T>[] {
  const bytes = Buffer.from(text)
  const whole = create()
  const records = [...whole.push(bytes), ...whole.end()]
  for (const size of [1, 2, 3, 7]) {
    if (bytes.length / size > 5000) continue
    assert.deepEqual(readPieces(create(), bytes, size), records, `in pieces of ${size} bytes`)
  }
  return records
}

function readPieces<T>(
  reader: RecordReader<T>,
  bytes: Buffer,
  size: number,
): readonly TextRecord<T>[] {
  const records: TextRecord<T>[] = []
  for (let at = 0; at < bytes.length; at += size) {
    records.push(...reader.push(bytes.subarray(at, at + size)))
  }
  return [...records, ...reader.end()]
}

/** Content as it is, a fault as its sentence, the unreadable with a mark in front. */
export function outcome<T>(records: readonly TextRecord<T>[]): readonly unknown[] {
  return records.map((record) => {
    if (record.kind === 'content') return record.content
    return record.kind === 'fault' ? record.message : `! ${record.message}`
  })
}
