/** A process that takes one job after the other and replies to each. Parent and child are both here. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Reply<R> = { readonly result: R } | { readonly error: string }

/** The process as its parent sees it. */
export class JobProcess<J extends { readonly port: number }, R> implements Disposable {
  readonly #child: ChildProcess

  constructor(program: URL) {
    this.#child = fork(fileURLToPath(program))
  }

  async run(job: J): Promise<R> {
    const reply = once(this.#child, 'message') as Promise<[Reply<R>]>
    this.#child.send(job)
    const [answer] = await reply
    if ('error' in answer) throw new Error(`load on port ${job.port}: ${answer.error}`)
    return answer.result
  }

  /** Without its channel the process has nothing to wait for, and exits. */
  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}

/** Called by the program of such a process. */
export function runJobs(run: (job: never) => Promise<unknown>): void {
  const reply = (message: Reply<unknown>): void => void process.send?.(message)
  process.on('message', (job) => {
    run(job as never).then(
      (result) => reply({ result }),
      (error: unknown) => reply({ error: String(error) }),
    )
  })
}
