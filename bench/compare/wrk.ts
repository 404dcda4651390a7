/** wrk, the load generator of the comparison: a program of the distribution, so no code of ours is in the figures. */
import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPackages, mayInstallPackages } from '../../scripts/apt-get.js'

/** Seen from `dist/bench/compare/`. */
const script = fileURLToPath(new URL('../../../bench/compare/requests.lua', import.meta.url))

export interface WrkRun {
  readonly url: string
  /** Whole requests, separated by NUL bytes. */
  readonly file: string
  /** The number of the first request; they are sent in turn, again and again. */
  readonly first: number
  readonly connections: number
  readonly seconds: number
  /** The mean pause of a connection after an answer. */
  readonly delayMs: number
}

/** Latencies in microseconds. */
export interface WrkResult {
  readonly requests: number
  readonly microseconds: number
  /** Answers other than success. */
  readonly refused: number
  /** Connections that failed, and requests without an answer in time. */
  readonly broken: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

/** Its version. Installs it if that is possible, and says what to install if not. */
export function requireWrk(): string {
  const found = version()
  if (found !== undefined) return found
  if (mayInstallPackages()) installPackages('wrk')
  const installed = version()
  if (installed === undefined)
    throw new Error('Install wrk first, for example: apt-get install wrk')
  return installed
}

function version(): string | undefined {
  const { stdout, error } = spawnSync('wrk', ['-v'], { encoding: 'utf8' })
  return error === undefined ? (/wrk (\S+)/.exec(stdout)?.[1] ?? 'unknown') : undefined
}

const execute = promisify(execFile)

export async function runWrk(run: WrkRun): Promise<WrkResult> {
  const options = [`-t1`, `-c${run.connections}`, `-d${run.seconds}s`, '--timeout', '30s']
  const args = [run.file, String(run.first), run.delayMs.toFixed(2)]
  const { stdout } = await execute('wrk', [...options, '-s', script, run.url, '--', ...args])
  const line = stdout.split('\n').find((one) => one.startsWith('{'))
  if (line === undefined) throw new Error(`wrk did not finish:\n${stdout}`)
  return JSON.parse(line) as WrkResult
}
