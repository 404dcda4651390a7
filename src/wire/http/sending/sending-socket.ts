/**
 * A connection whose answers another thread may send, by the number of its descriptor.
 *
 * Once a descriptor is closed, the system gives its number to the next client that connects. So while the thread has
 * an answer of this connection, closing it waits. That touches what Node keeps to itself: where it is not
 * found as expected, no connection is sent to this way.
 */
import type { Socket } from 'node:net'

export class SendingSocket {
  readonly socket: Socket
  readonly descriptor: number
  #isSending = false
  #waiting: (() => void)[] = []

  /** Undefined if this is not possible. */
  static of(socket: Socket): SendingSocket | undefined {
    const handle = (socket as unknown as Inside)._handle
    if (typeof handle?.fd !== 'number' || handle.fd < 0) return undefined
    if (typeof handle.close !== 'function' || typeof handle.readStop !== 'function')
      return undefined
    return new SendingSocket(socket, handle as Handle)
  }

  private constructor(socket: Socket, handle: Handle) {
    this.socket = socket
    this.descriptor = handle.fd
    for (const way of ['close', 'reset'] as const) this.#guard(handle, way)
  }

  /** Whether the thread has an answer of it. */
  get isSending(): boolean {
    return this.#isSending
  }

  begin(): void {
    this.#isSending = true
  }

  /** Call when the thread is done with the answer. `then` goes before what waits. */
  end(then: () => void): void {
    this.#isSending = false
    // What Node does for what it writes itself: a client that reads is not silent.
    ;(this.socket as unknown as Inside)._unrefTimer?.()
    then()
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    for (const each of waiting) each()
  }

  afterSending(then: () => void): void {
    if (this.#isSending) this.#waiting.push(then)
    else then()
  }

  #guard(handle: Handle, way: 'close' | 'reset'): void {
    const leave = handle[way]
    if (leave === undefined) return
    handle[way] = (...args) => {
      if (this.#isSending) handle.readStop()
      this.afterSending(() => void leave.apply(handle, args))
      return 0
    }
  }
}

interface Handle {
  readonly fd: number
  readonly readStop: () => void
  close: Leave
  reset?: Leave
}

type Leave = (...args: unknown[]) => unknown

interface Inside {
  readonly _handle?: Partial<Handle> | null
  readonly _unrefTimer?: () => void
}
