/**
 * Reads until a page is filled: with a filter, a request may return nothing and still go on, and nobody
 * should have to click through empty pages. Ends at the end, or at the limits of one press of Run.
 */
import type { CodeRequest } from '../../code/request.js'
import type { Item } from '../../values/attribute-value.js'
import { readBytesMax, readDurationMsMax } from './limits.js'

export interface ReadAnswer {
  readonly Items?: readonly Item[]
  readonly ScannedCount?: number
  readonly LastEvaluatedKey?: Item
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number }
}

/** Sends the request; rejects if it is aborted. */
export type SendRead = (request: CodeRequest, signal: AbortSignal) => Promise<ReadAnswer>

export interface PageWish {
  readonly request: CodeRequest
  readonly start: Item | undefined
  /** Rows that fill the page. */
  readonly rows: number
  readonly signal: AbortSignal
  readonly now: () => number
  readonly onProgress?: (page: ReadPageResult) => void
}

export interface ReadPageResult {
  readonly items: readonly Item[]
  /** Where the next page starts; undefined at the end. */
  readonly next: Item | undefined
  /** Items read, before the filter. */
  readonly read: number
  readonly units: number
  readonly bytes: number
  readonly requests: number
  readonly ended: 'filled' | 'end' | 'bytes' | 'time' | 'stopped'
}

/** Half of a unit reads 4 KB when it need not be consistent. */
const bytesOfUnit = { consistent: 4096, eventual: 8192 }

export async function readPage(send: SendRead, wish: PageWish): Promise<ReadPageResult> {
  const begun = wish.now()
  const isConsistent = wish.request.input['ConsistentRead'] === true
  const unitBytes = isConsistent ? bytesOfUnit.consistent : bytesOfUnit.eventual
  const items: Item[] = []
  let page: ReadPageResult = {
    ...{ items, next: wish.start, read: 0, units: 0, bytes: 0, requests: 0, ended: 'stopped' },
  }
  for (;;) {
    const answer = await sendUnlessStopped(send, withStart(wish.request, page.next), wish.signal)
    if (answer === undefined) return { ...page, ended: 'stopped' }
    for (const item of answer.Items ?? []) items.push(item)
    const units = page.units + (answer.ConsumedCapacity?.CapacityUnits ?? 0)
    page = {
      items,
      next: answer.LastEvaluatedKey,
      read: page.read + (answer.ScannedCount ?? 0),
      units,
      bytes: units * unitBytes,
      requests: page.requests + 1,
      ended: 'filled',
    }
    wish.onProgress?.(page)
    const ended = endOf(page, wish, begun)
    if (ended !== undefined) return { ...page, ended }
  }
}

function endOf(
  page: ReadPageResult,
  wish: PageWish,
  begun: number,
): ReadPageResult['ended'] | undefined {
  if (page.next === undefined) return 'end'
  if (page.items.length >= wish.rows) return 'filled'
  if (page.bytes >= readBytesMax) return 'bytes'
  if (wish.now() - begun >= readDurationMsMax) return 'time'
  return wish.signal.aborted ? 'stopped' : undefined
}

export function withStart(request: CodeRequest, start: Item | undefined): CodeRequest {
  if (start === undefined) return request
  return { ...request, input: { ...request.input, ExclusiveStartKey: start } }
}

async function sendUnlessStopped(
  send: SendRead,
  request: CodeRequest,
  signal: AbortSignal,
): Promise<ReadAnswer | undefined> {
  try {
    return await send(request, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
