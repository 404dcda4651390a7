/** The keys of what the management API of DAX keeps, in the system space. */
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
