/**
 * A process that runs the test files that the runner names, one after another.
 *
 * Loading the server and the AWS SDK takes much longer than most files, so files share a process.
 * Each file is a suite around the tests it declares: hooks at the top of a file run when that file
 * is done, and its tests are reported under its path.
 */
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { WorkerMessage, WorkerRequest } from './worker-messages.js'

/** Differs from the exit code of a failed test. */
const leftOpenCode = 3

/** How long sockets and timers of finished tests may take to close. */
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

/**
 * Sends output through the same channel as events, so that the runner knows which file printed it.
 */
function captureOutput(stream: NodeJS.WriteStream): void {
  stream.write = (chunk: Uint8Array | string): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    process.send?.({ kind: 'output', text } satisfies WorkerMessage)
    return true
  }
}

/** Lets the process exit normally, and fails if a test has left something open. */
function endWhenIdle(): void {
  process.removeAllListeners('message')
  process.channel?.unref()
  const leftOpen = (): void => {
    console.error(`A test left something open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(leftOpenCode)
  }
  setTimeout(leftOpen, endDurationMsMax).unref()
}
