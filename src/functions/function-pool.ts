/**
 * The processes of one handler, each with one call at a time, like Lambda's execution environments.
 * They are started when needed, and ended when they are idle or the module has changed.
 */
import { stat } from 'node:fs/promises'
import { functionIdleMsMax } from './limits.js'
import type { Invocation } from '../triggers/invocation.js'
import type { ModuleHandler } from '../triggers/trigger.js'
import type { FunctionIdentity } from './function-messages.js'
import { FunctionProcess } from './function-process.js'

interface Member {
  readonly process: FunctionProcess
  /** The module's modification time when it was loaded. */
  readonly moduleOfMs: number
  idle: NodeJS.Timeout | undefined
}

export class FunctionPool {
  readonly #handler: ModuleHandler
  readonly #identity: FunctionIdentity
  readonly #write: (text: string) => void
  readonly #idle: Member[] = []
  readonly #members = new Set<Member>()
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(handler: ModuleHandler, identity: FunctionIdentity, write: (text: string) => void) {
    this.#handler = handler
    this.#identity = identity
    this.#write = write
  }

  /** AWS: waiting for a free environment does not count as a failed attempt. */
  async invoke(requestId: string, event: string, signal: AbortSignal): Promise<Invocation> {
    while (this.#busy >= this.#handler.processesMax) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#busy++
    try {
      if (signal.aborted) return { kind: 'failed', reason: 'the server stops' }
      const member = await this.#take()
      if (member === undefined) {
        return { kind: 'failed', reason: `Cannot find module ${this.#handler.path}` }
      }
      const invocation = await member.process.invoke(requestId, event, signal)
      this.#giveBack(member)
      return invocation
    } finally {
      this.#busy--
      this.#waiting.shift()?.()
    }
  }

  close(): void {
    for (const { process, idle } of this.#members) {
      clearTimeout(idle)
      process.kill('the trigger stops')
    }
    this.#members.clear()
    for (const wake of this.#waiting.splice(0)) wake()
  }

  async #take(): Promise<Member | undefined> {
    const moduleOfMs = await changedAtMs(this.#handler.path)
    if (moduleOfMs === undefined) return undefined
    for (let member = this.#idle.pop(); member !== undefined; member = this.#idle.pop()) {
      clearTimeout(member.idle)
      if (!member.process.hasEnded && member.moduleOfMs === moduleOfMs) return member
      this.#end(member)
    }
    const process = new FunctionProcess(this.#handler, this.#identity, this.#write)
    const member: Member = { process, moduleOfMs, idle: undefined }
    this.#members.add(member)
    return member
  }

  #giveBack(member: Member): void {
    if (member.process.hasEnded || !this.#members.has(member)) return this.#end(member)
    member.idle = setTimeout(() => this.#end(member), functionIdleMsMax).unref()
    this.#idle.push(member)
  }

  #end(member: Member): void {
    const at = this.#idle.indexOf(member)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#members.delete(member)
    member.process.kill('no longer needed')
  }
}

async function changedAtMs(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
}
