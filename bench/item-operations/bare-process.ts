/** The bare server as a process, so that it has a core to itself as Gramme has. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BareProcess extends Disposable {
  readonly port: number
}

export async function startBareProcess(): Promise<BareProcess> {
  const child = fork(fileURLToPath(new URL('./bare-server.js', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return { port, [Symbol.dispose]: () => child.disconnect() }
}
