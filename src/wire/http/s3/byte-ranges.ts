/** The Range header. */
import type { ByteRange } from '../../../objects/object-store.js'

/** AWS: what is malformed, or names several ranges, is ignored, and the whole object is sent. */
export function readRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return { start: -Number(last) }
  if (last === '') return { start: Number(first) }
  const range = { start: Number(first), end: Number(last) + 1 }
  return range.start < range.end ? range : undefined
}
