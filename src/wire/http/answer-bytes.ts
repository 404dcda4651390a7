/**
 * Memory for the bytes of answers, cut from pages.
 *
 * Node cuts small buffers from pages of its own, which hold a handful of answers, and a new page costs
 * more than filling one. Answers are gone as soon as they are sent, so larger pages keep no memory
 * long; an answer that would take much of a page gets memory of its own.
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
