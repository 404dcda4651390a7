/** Which bytes of an object a range means. */
import { ObjectStoreError, type ByteRange } from './object-store.js'

export interface ActualRange {
  readonly start: number
  readonly end: number
}

/** Throws `InvalidRange` if the object has none of them. Without a range, an empty object is fine. */
export function actualRange(range: ByteRange | undefined, bytes: number): ActualRange {
  if (range === undefined) return { start: 0, end: bytes }
  const start = range.start < 0 ? Math.max(0, bytes + range.start) : range.start
  const end = Math.min(range.end ?? bytes, bytes)
  if (start < end) return { start, end }
  throw new ObjectStoreError('InvalidRange', 'The requested range is not satisfiable')
}
