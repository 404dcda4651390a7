/** What a search thread does: it holds its share of the indexes that are searched, and answers one request after another. */
import { Arenas } from '../../vectors/arenas.js'
import type { Candidates } from '../../vectors/candidates.js'
import {
  IndexShare,
  type IndexShape,
  type KeyedEstimate,
  type ShareSettings,
} from '../../vectors/index-share.js'
import { readBatch } from './row-batch.js'
import type { FoundRows, ThreadAnswer, ThreadQuestion, ThreadRequest } from './thread-messages.js'

interface HeldIndex {
  readonly shape: IndexShape
  readonly share: IndexShare
}

export class ThreadProgram {
  readonly #arenas = new Arenas()
  readonly #indexes = new Map<number, HeldIndex>()
  readonly #settings: ShareSettings

  constructor(settings: ShareSettings = {}) {
    this.#settings = settings
  }

  answer({ id, request }: ThreadQuestion): ThreadAnswer {
    try {
      const found = this.#run(request)
      return { id, bytes: this.#bytes(), ...(found && { found }) }
    } catch (error) {
      return { id, bytes: this.#bytes(), failure: String(error) }
    }
  }

  #run(request: ThreadRequest): FoundRows | undefined {
    switch (request.kind) {
      case 'open':
        this.#indexFor(request.index, request.shape).openScope(request.scope, request.onlyFloats)
        return undefined
      case 'drop':
        this.#drop(request.index, request.scope)
        return undefined
      case 'rows':
        this.#store(request.index, request.batch)
        return undefined
      case 'search': {
        const { share } = this.#indexes.get(request.index)!
        return packed(share.search(request.scope, request))
      }
    }
  }

  #indexFor(index: number, shape: IndexShape): IndexShare {
    const held = this.#indexes.get(index)
    if (held !== undefined) return held.share
    const share = new IndexShare(shape, this.#arenas, this.#settings)
    this.#indexes.set(index, { shape, share })
    return share
  }

  #drop(index: number, scope: number): void {
    const share = this.#indexes.get(index)?.share
    share?.dropScope(scope)
    if (share?.isEmpty === true) this.#indexes.delete(index)
  }

  /** Rows of an index that is no longer held may still be on their way. */
  #store(index: number, batch: ArrayBuffer): void {
    const held = this.#indexes.get(index)
    if (held === undefined) return
    for (const row of readBatch(batch, held.shape)) {
      if (row.scope === undefined) held.share.remove(row.key, row.hash)
      else held.share.put(row.scope, row)
    }
  }

  #bytes(): number {
    let bytes = this.#arenas.bytesUsed
    for (const { share } of this.#indexes.values()) bytes += share.keyBytes
    return bytes
  }
}

function packed({ rows, leftOut }: Candidates<KeyedEstimate>): FoundRows {
  const itemKeys = Buffer.concat(rows.map(({ itemKey }) => itemKey))
  return {
    keys: Float64Array.from(rows, ({ key }) => key),
    errors: Float64Array.from(rows, ({ error }) => error),
    // Not a part of a buffer that others have parts of.
    itemKeys: new Uint8Array(itemKeys),
    itemKeyLengths: Uint32Array.from(rows, ({ itemKey }) => itemKey.length),
    leftOut,
  }
}

export function unpacked({ keys, errors, itemKeys, itemKeyLengths, leftOut }: FoundRows) {
  let end = 0
  const rows = Array.from(itemKeyLengths, (length, i): KeyedEstimate => {
    const itemKey = itemKeys.subarray(end, (end += length))
    return { key: keys[i]!, error: errors[i]!, itemKey }
  })
  return { rows, leftOut }
}
