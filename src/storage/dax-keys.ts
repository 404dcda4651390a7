/** The keys of what the management API of DAX keeps, and of the servers behind it, in the system space. */
import type { Scope } from '../model/arn.js'
import { prefixEnd, scopePrefix, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

export function daxHoldingsKey(scope: Scope): Buffer {
  return scopePrefix(system.daxHoldings, scope)
}

/** Those of all accounts and regions. */
export function allDaxHoldings(): KeyRange {
  const from = Buffer.of(system.daxHoldings)
  return { from, to: prefixEnd(from) }
}

/** Where clients of DAX reach a server. */
export function daxServerKey(serverId: string): Buffer {
  return Buffer.concat([Buffer.of(system.daxServer), Buffer.from(serverId)])
}

export function serverOfDaxServer(key: Buffer): string {
  return key.toString('utf8', 1)
}

/** Of all servers. */
export function allDaxServers(): KeyRange {
  const from = Buffer.of(system.daxServer)
  return { from, to: prefixEnd(from) }
}
