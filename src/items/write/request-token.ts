/**
 * Tokens that keep a transaction from being carried out twice.
 *
 * A token's record is written by the storage transaction it belongs to, so neither ever exists
 * without the other, and a restart of a server forgets nothing. The record holds a digest of the
 * request, to distinguish a repetition from another request under the same token. Every record also
 * has an entry that lists it by its expiry; each transaction with a token removes a few expired
 * ones, so they never pile up and need no separate sweep.
 */
import type { Scope } from '../../model/arn.js'
import { idempotentParameterMismatch } from '../../model/errors.js'
import { requestTokenDurationMs } from '../../model/limits.js'
import { requestTokensSweptMax } from '../limits.js'
import { assert } from '../../stdx/assert.js'
import {
  systemSpace,
  type Get,
  type Mutation,
  type Range,
  type RangePage,
} from '../../storage/engine.js'
import { currentFormat } from '../../storage/format.js'
import {
  expiredRequestTokens,
  requestTokenExpiryKey,
  requestTokenKey,
  requestTokenOfExpiry,
  type RequestTokenKind,
} from '../../storage/keyspace.js'

export interface RequestToken {
  readonly kind: RequestTokenKind
  readonly scope: Scope
  readonly text: string
  /** A digest of the request's content: 32 bytes. */
  readonly digest: Buffer
  readonly nowMs: number
}

/** What must be read for a token: its record, and expired tokens to remove. */
export function tokenReads({ kind, scope, text, nowMs }: RequestToken): readonly [Get, Range] {
  return [
    { kind: 'get', space: systemSpace, key: requestTokenKey(kind, scope, text) },
    {
      kind: 'range',
      space: systemSpace,
      ...expiredRequestTokens(kind, nowMs),
      entriesMax: requestTokensSweptMax,
    },
  ]
}

/** Whether the request was carried out before. Throws if its token belongs to another request. */
export function isRepetition(token: RequestToken, record: Buffer | undefined): boolean {
  const known = record && decodeRecord(record)
  if (known === undefined || known.expiresAtMs <= token.nowMs) return false
  if (!known.digest.equals(token.digest)) throw idempotentParameterMismatch()
  return true
}

/** Stores a token that is new or expired, and removes expired ones. */
export function rememberToken(
  token: RequestToken,
  record: Buffer | undefined,
  expired: RangePage,
): readonly Mutation[] {
  const { kind, scope, text, nowMs } = token
  const expiresAtMs = nowMs + requestTokenDurationMs
  const mutations = expired.entries.flatMap(({ key }) => forgetToken(kind, key))
  if (record !== undefined) {
    const { expiresAtMs: before } = decodeRecord(record)
    mutations.push(...forgetToken(kind, requestTokenExpiryKey(kind, before, scope, text)))
  }
  // After the removals, which may include an earlier record of the same token.
  return [
    ...mutations,
    put(requestTokenKey(kind, scope, text), encodeRecord({ expiresAtMs, digest: token.digest })),
    put(requestTokenExpiryKey(kind, expiresAtMs, scope, text), listed),
  ]
}

/** The key holds all the information; the value is only the version of its form. */
const listed = Buffer.of(currentFormat.requestToken)

function forgetToken(kind: RequestTokenKind, expiryKey: Buffer): Mutation[] {
  return [
    { kind: 'delete', space: systemSpace, key: requestTokenOfExpiry(kind, expiryKey) },
    { kind: 'delete', space: systemSpace, key: expiryKey },
  ]
}

function put(key: Buffer, value: Buffer): Mutation {
  return { kind: 'put', space: systemSpace, key, value }
}

interface TokenRecord {
  readonly expiresAtMs: number
  readonly digest: Buffer
}

/** Revision (1 byte) | expiry in milliseconds (6) | digest (32). */
const digestOffset = 7
const recordBytes = digestOffset + 32

function encodeRecord({ expiresAtMs, digest }: TokenRecord): Buffer {
  assert(digest.length === recordBytes - digestOffset, 'a digest has 32 bytes')
  const bytes = Buffer.alloc(recordBytes)
  bytes[0] = currentFormat.requestToken
  bytes.writeUIntBE(expiresAtMs, 1, digestOffset - 1)
  digest.copy(bytes, digestOffset)
  return bytes
}

function decodeRecord(bytes: Buffer): TokenRecord {
  const known = bytes[0] === currentFormat.requestToken && bytes.length === recordBytes
  assert(known, 'unknown token record', { revision: bytes[0], length: bytes.length })
  return {
    expiresAtMs: bytes.readUIntBE(1, digestOffset - 1),
    digest: bytes.subarray(digestOffset),
  }
}
