/** HTTP/1.1, as node:http reads it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Carrier } from './carrier.js'
import type { WireRequest } from './message.js'
import { letNodePause, readHead } from './node-request.js'

export class NodeCarrier implements Carrier {
  readonly input: IncomingMessage
  readonly output: ServerResponse
  readonly head: Omit<WireRequest, 'body'>

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.input = request
    this.output = response
    this.head = readHead(request)
  }

  /** Undefined for a body that comes in chunks. */
  get declaredBytes(): number | undefined {
    const { 'content-length': length, 'transfer-encoding': coding } = this.input.headers
    if (coding !== undefined) return undefined
    return length === undefined ? 0 : Number(length)
  }

  get isGone(): boolean {
    return this.output.destroyed
  }

  get isQueued(): boolean {
    return this.output.socket === null
  }

  begin(status: number, headers: readonly string[], isLast: boolean): void {
    const all = isLast ? [...headers, 'Connection', 'close'] : headers
    this.output.writeHead(status, all as string[])
  }

  onClose(closed: () => void): void {
    this.output.once('close', closed)
  }

  pause(): void {
    letNodePause(this.input)
  }

  cutOff(): void {
    this.input.socket.destroy()
  }

  abandon(): void {
    this.output.destroy()
  }
}
