/** The bare server as a separate process, so that it has its own core as Gramme has. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BareProcess extends Disposable {
  readonly port: number
  readonly pid: number
}

/** The server's answers, by operation. */
export type BareAnswers = Readonly<Record<string, object>>

export interface BareJob {
  readonly answers: BareAnswers
  /** If it is given, a request is answered once its body is on disk. */
  readonly logPath?: string
}

export async function startBareProcess(job: BareJob): Promise<BareProcess> {
  const child = fork(fileURLToPath(new URL('./bare-server.js', import.meta.url)))
  const listening = once(child, 'message') as Promise<[number]>
  child.send(job)
  const [port] = await listening
  return { port, pid: child.pid!, [Symbol.dispose]: () => child.disconnect() }
}
