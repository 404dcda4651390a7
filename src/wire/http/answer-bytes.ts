/**
 * Memory for the bytes of answers, cut from pages.
 *
 * Node's own pages for small buffers hold only a handful of answers, and a new page costs more than
 * filling one. Answers are released as soon as they are sent, so larger pages do not keep memory
 * for long; an answer that would take up much of a page gets its own memory.
 */
export const pageBytes = 65_536
export const sharedBytesMax = pageBytes / 4

let page = Buffer.alloc(0)
let used = 0

/** Not cleared: the caller fills all of it. */
export function answerBytes(length: number): Buffer {
  if (length > sharedBytesMax) return Buffer.allocUnsafeSlow(length)
  if (used + length > page.length) {
    page = Buffer.allocUnsafeSlow(pageBytes)
    used = 0
  }
  return page.subarray(used, (used += length))
}
