/**
 * How much of the space of a token the policies and tags of a session take, in percent, as AWS reports it.
 * AWS does not say how it packs them. Tags are counted so that a recorded answer comes out: nine tags of
 * 252 characters take 498 percent. Policies are compressed.
 */
import { deflateRawSync } from 'node:zlib'
import type { CallerSession } from '../model/caller.js'
import { packedPoliciesBytesMax, packedTagOverheadBytes, packedTagsBytesMax } from './limits.js'

export interface PackedSession {
  /** Of tags alone. */
  readonly tagsPercent: number
  /** Of everything. */
  readonly percent: number
}

/** Undefined if the session has neither. */
export function packedSize({
  policies = [],
  policyArns = [],
  tags = [],
}: Pick<CallerSession, 'policies' | 'policyArns' | 'tags'>): PackedSession | undefined {
  const texts = [...policies, ...policyArns]
  if (texts.length === 0 && tags.length === 0) return undefined
  const tagBytes = tags.reduce(
    (sum, { key, value }) => sum + Buffer.byteLength(key + value) + packedTagOverheadBytes,
    0,
  )
  const policyBytes = texts.length === 0 ? 0 : deflateRawSync(texts.join('\n')).length
  const tagsPercent = Math.ceil((100 * tagBytes) / packedTagsBytesMax)
  const policiesPercent = Math.ceil((100 * policyBytes) / packedPoliciesBytesMax)
  return { tagsPercent, percent: tagsPercent + policiesPercent }
}
