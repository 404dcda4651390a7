/**
 * The program's log for its operators. A line is a constant text with the facts beside it, so lines
 * can be counted by text and searched by fact. `server/` decides where it goes.
 */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export type LogFacts = Readonly<Record<string, unknown>>

export interface Log extends Record<LogLevel, (text: string, facts?: LogFacts) => void> {
  /**
   * Whether lines of this level are written; ask first where collecting the facts costs something.
   */
  wants(level: LogLevel): boolean
}

/** Drops every line. */
export const silentLog: Log = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  wants: () => false,
}
