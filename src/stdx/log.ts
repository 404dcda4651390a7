/**
 * Where the program tells its keeper what happened: a constant text, and the facts apart from it, so
 * that lines can be counted by text and searched by fact. `server/` decides where it goes.
 */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export type LogFacts = Readonly<Record<string, unknown>>

export interface Log extends Record<LogLevel, (text: string, facts?: LogFacts) => void> {
  /** Whether lines of this level go anywhere; asked where gathering the facts costs something. */
  wants(level: LogLevel): boolean
}

/** Goes nowhere. */
export const silentLog: Log = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  wants: () => false,
}
