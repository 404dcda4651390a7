/**
 * The log: JSON lines on stderr, in the form that log collectors know from pino. stdout stays free for
 * the program that started the server.
 *
 * A line never throws: a fact that cannot be written as JSON is left out, not the request that logged it.
 */
import { hostname } from 'node:os'
import { systemClock } from '../stdx/clock.js'
import type { Log, LogFacts, LogLevel } from '../stdx/log.js'
import { describeError } from './log-error.js'
import type { LogThreshold } from './gramme-options.js'

/** The numbers are pino's; `silent` is above them all. */
const severities: Readonly<Record<LogThreshold, number>> = {
  silent: 60,
  error: 50,
  warn: 40,
  info: 30,
  debug: 20,
}

let workerNumber: number | undefined

/** Of several processes that serve together, each says in its lines which it is. */
export function numberLog(worker: number): void {
  workerNumber = worker
}

export function createLog(threshold: LogThreshold, write = writeToStderr): Log {
  const wants = (level: LogLevel) => severities[level] >= severities[threshold]
  const at =
    (level: LogLevel) =>
    (text: string, facts: LogFacts = {}) => {
      if (wants(level)) write(logLine(level, text, facts))
    }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), wants }
}

function logLine(level: LogLevel, msg: string, facts: LogFacts): string {
  const head = {
    level: severities[level],
    time: systemClock.now(),
    pid: process.pid,
    hostname: hostname(),
    name: 'gramme',
    worker: workerNumber,
  }
  const error = describeError(facts['error'])
  try {
    return `${JSON.stringify({ ...head, ...facts, error, msg }, writable)}\n`
  } catch {
    return `${JSON.stringify({ ...head, msg })}\n`
  }
}

/** JSON has no bigint. */
function writable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

let isListening = false

function writeToStderr(line: string): void {
  // If stderr is closed, lines are lost and the server keeps serving.
  if (!isListening) process.stderr.on('error', () => undefined)
  isListening = true
  process.stderr.write(line)
}
