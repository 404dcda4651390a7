/**
 * Finds where HTTP/1.1 answers end in a stream of bytes: a head, a Content-Length, that many bytes.
 *
 * Written to cost almost nothing, so that the client is not what is measured. Does not support
 * chunked bodies: an answer without a length is refused.
 */
export interface Answer {
  readonly status: number
  readonly body: Buffer
}

const headEnd = Buffer.from('\r\n\r\n')

export class AnswerReader {
  #rest: Buffer | undefined

  /** The answer that these bytes complete, if they do. One answer at a time: nothing is pipelined. */
  add(chunk: Buffer): Answer | undefined {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk])
    const answer = answerIn(bytes)
    this.#rest = answer === undefined ? bytes : undefined
    return answer
  }
}

function answerIn(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const bodyStart = end + headEnd.length
  const bodyEnd = bodyStart + contentLength(head)
  if (bytes.length < bodyEnd) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(bodyStart, bodyEnd) }
}

function contentLength(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without Content-Length:\n${head}`)
  return Number(length)
}
