/**
 * A Gramme server as users run it: the built command line in a separate process, on a free port. It
 * is ready when it answers `GET /`, and stopped when its process has exited.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { get as getSecure } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface ServerProcess extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** From the start of the process to its first healthy answer. */
  readonly readyMs: number
  /** What it has printed so far, up to a limit. */
  said(): string
  /** Stops it gracefully, and fails if it does not exit cleanly. */
  stop(): Promise<void>
}

export interface ServerProcessOptions {
  /** In addition to `start --port 0`. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The authority of its certificate, if it has one. */
  readonly ca?: Buffer
  /** The program to run; by default this build's command line. */
  readonly program?: string
  /** A command that runs the rest of its arguments in its own place, such as `nice`. */
  readonly through?: readonly string[]
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Seen from `dist/scripts/`. */
const commandLine = fileURLToPath(new URL('../src/cli/main.js', import.meta.url))
const startDurationMsMax = 120_000
const stopDurationMsMax = 120_000
const pollMs = 5

export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const start = performance.now()
  const program = options.program ?? commandLine
  const own = [process.execPath, program, 'start', '--port', '0', ...options.args]
  const [command, ...args] = [...(options.through ?? []), ...own]
  const child = spawn(command!, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = gather(child)
  const url = await healthyUrl(child, output, options.ca).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const readyMs = performance.now() - start
  const leave = (): Promise<void> => stop(child)
  const said = (): string => output.text
  return { url, pid: child.pid!, readyMs, said, stop: leave, [Symbol.asyncDispose]: leave }
}

async function healthyUrl(
  child: Child,
  output: { readonly text: string },
  ca: Buffer | undefined,
): Promise<string> {
  const deadline = performance.now() + startDurationMsMax
  while (performance.now() < deadline) {
    if (hasLeft(child)) throw new Error(`the server did not start:\n${output.text}`)
    const url = /https?:\/\/[\w.[\]:]+:\d+/.exec(output.text)?.[0]
    if (url !== undefined && (await isHealthy(url, ca))) return url
    await pause(pollMs)
  }
  throw new Error(`no healthy server after ${startDurationMsMax} ms:\n${output.text}`)
}

/** Its output must be read until the end: a full pipe would block it. */
function gather(child: Child): { text: string } {
  const output = { text: '' }
  const keep = (chunk: Buffer): void => {
    if (output.text.length < 100_000) output.text += chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.on('error', (error) => keep(Buffer.from(error.message)))
  return output
}

function isHealthy(url: string, ca: Buffer | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const ask = ca === undefined ? get : getSecure
    ask(url, { agent: false, ...(ca === undefined ? {} : { ca }) }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

async function stop(child: Child): Promise<void> {
  if (hasLeft(child))
    throw new Error(`the server exited unexpectedly (${child.exitCode ?? 'killed'})`)
  const left = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDurationMsMax)
  const [code, signal] = (await left) as [number | null, string | null]
  clearTimeout(timer)
  if (code !== 0) throw new Error(`the server did not stop cleanly: exit ${code ?? signal}`)
}

function hasLeft(child: Child): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
