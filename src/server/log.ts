/** The log as JSON lines on stderr; stdout belongs to whoever started the server. */
import { destination, pino, stdSerializers } from 'pino'
import type { Log } from '../stdx/log.js'
import type { LogThreshold } from './options.js'

export function createLog(threshold: LogThreshold): Log {
  const stderr = destination({ dest: 2, sync: true })
  // A log that nobody reads any more is no reason to stop serving.
  stderr.on('error', () => undefined)
  const serializers = { error: stdSerializers.err }
  const lines = pino({ name: 'gramme', level: threshold, serializers }, stderr)
  return {
    error: (text, facts = {}) => lines.error(facts, text),
    warn: (text, facts = {}) => lines.warn(facts, text),
    info: (text, facts = {}) => lines.info(facts, text),
    debug: (text, facts = {}) => lines.debug(facts, text),
    wants: (level) => lines.isLevelEnabled(level),
  }
}
