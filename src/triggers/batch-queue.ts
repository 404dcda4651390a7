/**
 * Records that wait for their batch. A batch closes when it is full, in records or
 * in bytes, when its window is over, and when nothing can be added to it because the shard has
 * ended or the buffer is full.
 */
import { functionPayloadBytesMax } from './limits.js'
import type { SourceRecord } from './stream-source.js'

interface Arrival {
  readonly record: SourceRecord
  readonly bytes: number
  readonly arrivedAtMs: number
}

export interface BatchRule {
  readonly batchSize: number
  readonly windowMs: number
}

export class BatchQueue {
  readonly #rule: BatchRule
  #waiting: Arrival[] = []

  constructor(rule: BatchRule) {
    this.#rule = rule
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add(record: SourceRecord, nowMs: number): void {
    this.#waiting.push({ record, bytes: recordBytes(record), arrivedAtMs: nowMs })
  }

  /** Takes the next batch if it is closed. `noMore` says that nothing can be added to it. */
  take(nowMs: number, noMore: boolean): readonly SourceRecord[] | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const count = this.#countOfNext()
    const isFull = count === this.#rule.batchSize || count < this.#waiting.length
    const isOver = nowMs >= first.arrivedAtMs + this.#rule.windowMs
    if (!isFull && !isOver && !noMore) return undefined
    const batch = this.#waiting.slice(0, count).map(({ record }) => record)
    this.#waiting = this.#waiting.slice(count)
    return batch
  }

  /** As many as fit into one call, and at least one. */
  #countOfNext(): number {
    let bytes = envelopeBytes
    let count = 0
    for (const arrival of this.#waiting) {
      if (count === this.#rule.batchSize) break
      bytes += arrival.bytes
      if (count > 0 && bytes > functionPayloadBytesMax) break
      count++
    }
    return count
  }
}

/** `{"Records":[` and `]}`. */
const envelopeBytes = 14

/** The size in a call, with the comma. */
export function recordBytes({ json }: SourceRecord): number {
  return Buffer.byteLength(json) + 1
}
