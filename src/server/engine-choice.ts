/**
 * Which engine a person means, and how it is shown to people. An address may hold a password, so what
 * leaves this file for a screen, a log or an error never has one.
 */
export type EngineKind = 'lmdb' | 'memory' | 'postgres'

/** Undefined for what names no engine. */
export function engineKindOf(engine: string): EngineKind | undefined {
  if (engine === 'lmdb' || engine === 'memory') return engine
  return /^postgres(?:ql)?:\/\/./.test(engine) ? 'postgres' : undefined
}

/** Where a PostgreSQL address leads: "database shop on db1:5432, db2:5432". */
export function placeOf(address: string): string {
  // All up to the last at sign may be a password that somebody forgot to escape.
  const [, rest = ''] = /^[a-z]+:\/\/(?:.*@)?(.*)$/s.exec(address.replace(/\?.*$/s, '')) ?? []
  const [hosts = '', database = ''] = rest.split('/')
  const where = hosts === '' ? 'the default host' : hosts.split(',').join(', ')
  return `${database === '' ? 'the default database' : `database ${database}`} on ${where}`
}

/** An engine as it may be repeated to whoever wrote it. */
export function shownEngine(engine: string): string {
  return engine.includes('://') ? `${engine.split('://', 1)[0]}://…` : engine
}
