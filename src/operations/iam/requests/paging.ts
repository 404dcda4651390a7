/** Pages of lists: how many entries a request wants, and where the last page ended. */
import { iamAnswerEntries } from '../../../iam/quotas.js'
import { validation } from '../../../model/errors.js'
import type { OperationContext, RequestContext } from '../../operation.js'
import { requestDigest } from '../../request-digest.js'

interface PagedInput {
  readonly Marker?: string
  readonly MaxItems?: number
}

export interface ListRequest {
  readonly max: number
  readonly marker: string | undefined
  /** A marker is worth nothing for another list. */
  readonly digest: Buffer
}

export function readListRequest(ctx: RequestContext, list: string, input: PagedInput): ListRequest {
  const { Marker: marker, MaxItems: max = iamAnswerEntries, ...rest } = input
  return { max, marker, digest: requestDigest([list, ctx.caller.account, rest]) }
}

interface ListedPage<T> {
  readonly entries: readonly T[]
  /** To be part of the answer. */
  readonly end: { readonly IsTruncated: boolean; readonly Marker?: string }
}

/** Entries in the order of their keys, after one if it is given. */
export type ListSource<T> = (after: string | undefined) => AsyncIterable<T> | Iterable<T>

export async function pageOf<T>(
  { nextTokens }: OperationContext,
  { max, marker, digest }: ListRequest,
  source: ListSource<T>,
  keyOf: (entry: T) => string,
): Promise<ListedPage<T>> {
  const position = marker === undefined ? undefined : nextTokens.find(marker, digest)
  if (typeof position === 'string') throw validation('Invalid Marker.')
  const entries: T[] = []
  let isTruncated = false
  for await (const entry of source(position?.toString())) {
    // One more tells whether there is another page.
    isTruncated = entries.length === max
    if (isTruncated) break
    entries.push(entry)
  }
  if (!isTruncated) return { entries, end: { IsTruncated: false } }
  const key = Buffer.from(keyOf(entries.at(-1)!))
  return { entries, end: { IsTruncated: true, Marker: nextTokens.seal(digest, key) } }
}

/** Of entries that are all at hand. */
export function sourceOf<T>(entries: readonly T[], keyOf: (entry: T) => string): ListSource<T> {
  const sorted = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return (after) => (after === undefined ? sorted : sorted.filter((each) => keyOf(each) > after))
}
