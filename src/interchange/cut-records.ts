/** Reads any format whose records can be cut out before they are parsed. */
import { ServiceError } from '../model/errors.js'
import { ByteWindow } from './byte-window.js'
import type { Cutter } from './cutter.js'
import { recordBytesMax } from './limits.js'
import { UnreadableText, type RecordReader, type TextRecord } from './text-record.js'

export interface RecordFormat<T> {
  readonly cutter: Cutter
  /** Takes what comes before the first record. */
  readonly readHeader?: ((bytes: Buffer) => void) | undefined
  /** Throws a service error for content that is refused, `UnreadableText` for what is no content. */
  readonly parse: (bytes: Buffer) => T
}

export class CutRecords<T> implements RecordReader<T> {
  readonly #format: RecordFormat<T>
  readonly #window = new ByteWindow()
  #header: ((bytes: Buffer) => void) | undefined
  /** Records before this one are passed over unread, because they were read before. */
  readonly #firstIndex: number
  #index = 0
  isOver = false

  constructor(format: RecordFormat<T>, firstIndex = 0) {
    this.#format = format
    this.#header = format.readHeader
    this.#firstIndex = firstIndex
  }

  push(bytes: Uint8Array): readonly TextRecord<T>[] {
    if (this.isOver) return []
    this.#window.add(bytes)
    return this.#read(false)
  }

  end(): readonly TextRecord<T>[] {
    return this.isOver ? [] : this.#read(true)
  }

  giveUp(message: string): TextRecord<T> {
    this.isOver = true
    return { kind: 'unreadable', index: this.#index, message }
  }

  #read(isLast: boolean): readonly TextRecord<T>[] {
    const records: TextRecord<T>[] = []
    try {
      this.#readComplete(records, isLast)
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      records.push(this.giveUp(error.message))
    }
    return records
  }

  #readComplete(records: TextRecord<T>[], isLast: boolean): void {
    const { cutter } = this.#format
    const { bytes } = this.#window
    for (let cut = cutter.next(bytes, isLast); cut !== undefined;) {
      const record = this.#readOne(bytes.subarray(cut.start, cut.end))
      if (record !== undefined) records.push(record)
      cut = cutter.next(bytes, isLast)
    }
    const { neededFrom } = cutter
    this.#window.drop(neededFrom)
    cutter.forget(neededFrom)
    refuseLong(bytes.length - neededFrom)
  }

  #readOne(bytes: Buffer): TextRecord<T> | undefined {
    refuseLong(bytes.length)
    if (this.#header !== undefined) {
      this.#header(bytes)
      this.#header = undefined
      return undefined
    }
    // An unreadable record keeps the index for the report.
    const record = this.#index < this.#firstIndex ? undefined : this.#parse(bytes)
    this.#index++
    return record
  }

  #parse(bytes: Buffer): TextRecord<T> {
    const index = this.#index
    try {
      return { kind: 'content', index, content: this.#format.parse(bytes) }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { kind: 'fault', index, message: error.message }
    }
  }
}

function refuseLong(length: number): void {
  if (length <= recordBytesMax) return
  throw new UnreadableText(`A record is longer than ${recordBytesMax} bytes`)
}
