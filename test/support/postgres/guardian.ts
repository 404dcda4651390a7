/**
 * A separate process that briefly outlives the one that started it: when the pipe to its stdin
 * closes, for whatever reason (the end of a test, Ctrl-C, kill -9), it stops every PostgreSQL in
 * its folder and removes the folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const folder = process.argv[2]!
const attemptsMax = 200
const pauseMs = 50

process.stdin.resume()
process.stdin.on('close', () => void clean())

async function clean(): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax && existsSync(folder); attempt++) {
    const running = postmasters().filter(stop)
    if (running.length === 0) await rm(folder, { recursive: true }).catch(() => undefined)
    if (existsSync(folder)) await pause(pauseMs)
  }
}

/** The process ids that PostgreSQL writes on the first line of a file in its data folder. */
function postmasters(): readonly number[] {
  return readdirSync(folder)
    .map((name) => join(folder, name, 'postmaster.pid'))
    .filter((path) => existsSync(path))
    .map((path) => Number(readFileSync(path, 'utf8').split('\n', 1)[0]))
}

/** Returns whether the process was running. SIGQUIT is PostgreSQL's immediate shutdown. */
function stop(pid: number): boolean {
  try {
    process.kill(pid, 'SIGQUIT')
    return true
  } catch {
    return false
  }
}
