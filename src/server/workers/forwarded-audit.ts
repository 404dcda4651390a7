/**
 * The audit of a worker: its lines go to the supervisor, which has the file. Lines of a turn go together; if the
 * supervisor does not take them, the newest are dropped and counted, as a file would.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '../../stdx/clock.js'
import type { AuditFile } from '../open-audit.js'
import { auditBytesUnderWayMax } from './limits.js'

/** `sent` is called when the lines have left this process. */
export type SendLines = (lines: readonly string[], sent: () => void) => void

export class ForwardedAudit implements AuditFile {
  readonly #send: SendLines
  #waiting: string[] = []
  #bytes = 0
  #dropped = 0
  #sending: Promise<void> | undefined

  constructor(send: SendLines) {
    this.#send = send
  }

  write(line: string): void {
    if (this.#bytes + line.length > auditBytesUnderWayMax) {
      this.#dropped++
      return
    }
    this.#bytes += line.length
    this.#waiting.push(line)
    this.#sending ??= this.#run()
  }

  async close(): Promise<void> {
    await this.#sending
  }

  async #run(): Promise<void> {
    await nextTurn()
    while (this.#waiting.length > 0) {
      const lines = this.#waiting
      this.#waiting = []
      const bytes = lines.reduce((sum, line) => sum + line.length, 0)
      if (this.#dropped > 0) lines.push(await this.#gap())
      await new Promise<void>((resolve) => this.#send(lines, resolve))
      this.#bytes -= bytes
    }
    this.#sending = undefined
  }

  async #gap(): Promise<string> {
    const { gapLine } = await import('../../operations/audit/auditor.js')
    const dropped = this.#dropped
    this.#dropped = 0
    return gapLine(systemClock, dropped)
  }
}
