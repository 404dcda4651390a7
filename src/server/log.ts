/**
 * The log as JSON lines on stderr; stdout belongs to whoever started the server.
 *
 * A quiet server writes no line at all for most of its life, so the library that writes them is loaded
 * with the first one and does not hold up the start.
 */
import { createRequire } from 'node:module'
import type * as Pino from 'pino'
import type { Log, LogFacts, LogLevel } from '../stdx/log.js'
import type { LogThreshold } from './options.js'

const require = createRequire(import.meta.url)

const severities: Readonly<Record<LogThreshold, number>> = {
  silent: 0,
  error: 1,
  warn: 2,
  info: 3,
  debug: 4,
}

export function createLog(threshold: LogThreshold): Log {
  let lines: Pino.Logger | undefined
  const wants = (level: LogLevel) => severities[level] <= severities[threshold]
  const write =
    (level: LogLevel) =>
    (text: string, facts: LogFacts = {}) => {
      if (!wants(level)) return
      lines ??= openLines(threshold)
      lines[level](facts, text)
    }
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    wants,
  }
}

function openLines(threshold: LogThreshold): Pino.Logger {
  const { destination, pino, stdSerializers } = require('pino') as typeof Pino
  const stderr = destination({ dest: 2, sync: true })
  // A log that nobody reads any more is no reason to stop serving.
  stderr.on('error', () => undefined)
  const serializers = { error: stdSerializers.err }
  return pino({ name: 'gramme', level: threshold, serializers }, stderr)
}
