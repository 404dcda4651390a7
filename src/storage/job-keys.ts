/** The keys of the records of long work, in the system space. The prefixes are in `system-prefixes.ts`. */
import type { Scope } from '../model/arn.js'
import { terminatedPart } from './key-codec.js'
import { prefixEnd, scopePrefix, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

export function jobKey(id: string): Buffer {
  return Buffer.concat([Buffer.of(system.job), Buffer.from(id)])
}

/** All jobs, or those whose ids start with a text. */
export function allJobs(idPrefix = ''): KeyRange {
  const from = jobKey(idPrefix)
  return { from, to: prefixEnd(from) }
}

/** A token that started a job; kinds, accounts and regions do not share tokens. */
export function jobTokenKey(kind: string, scope: Scope, token: string): Buffer {
  const prefix = scopePrefix(system.jobToken, scope)
  return Buffer.concat([prefix, terminatedPart(Buffer.from(kind)), Buffer.from(token)])
}

export function allJobTokens(): KeyRange {
  return { from: Buffer.of(system.jobToken), to: Buffer.of(system.jobToken + 1) }
}
