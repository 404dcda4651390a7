/**
 * A process that runs one test file after another, as the runner names them.
 *
 * To load the server and the AWS SDK costs far more than most files take, so files share a process.
 * Each file is a suite around the tests it declares: hooks at the top of a file run when that file
 * is done, and its tests are reported under its path.
 */
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { WorkerMessage, WorkerRequest } from './worker-messages.js'

/** Unlike that of a failed test. */
const leftOpenCode = 3

/** How long sockets and timers of finished tests may take to go away. */
const endDurationMsMax = 30_000

captureOutput(process.stdout)
captureOutput(process.stderr)
process.on('message', (request: WorkerRequest) => {
  if (request.kind === 'end') endWhenIdle()
  else void describe(request.path, () => importTests(request.path))
})

async function importTests(path: string): Promise<void> {
  await import(pathToFileURL(path).href)
}

/** By the same way as events, so that the runner knows which file printed what. */
function captureOutput(stream: NodeJS.WriteStream): void {
  stream.write = (chunk: Uint8Array | string): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    process.send?.({ kind: 'output', text } satisfies WorkerMessage)
    return true
  }
}

/** The process ends by itself, unless a test has left something open. */
function endWhenIdle(): void {
  process.removeAllListeners('message')
  process.channel?.unref()
  const leftOpen = (): void => {
    console.error(`A test left something open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(leftOpenCode)
  }
  setTimeout(leftOpen, endDurationMsMax).unref()
}
