/**
 * Tokens that keep a transaction from being carried out twice.
 *
 * The record of a token is written by the very storage transaction that it belongs to, so there is no
 * moment at which one exists without the other, and no server whose restart could forget it. It holds
 * a digest of the request, to tell a repetition from another request under the same token. Every
 * record has an entry that lists it by its expiry; each transaction with a token takes a few expired
 * ones away, so they never pile up and no sweep of its own is needed.
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
  /** Of the request's content: 32 bytes. */
  readonly digest: Buffer
  readonly nowMs: number
}

/** What must be read to know about a token: its record, and what can be swept. */
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

/** Whether the request was carried out before. Another request under its token is refused. */
export function isRepetition(token: RequestToken, record: Buffer | undefined): boolean {
  const known = record && decodeRecord(record)
  if (known === undefined || known.expiresAtMs <= token.nowMs) return false
  if (!known.digest.equals(token.digest)) throw idempotentParameterMismatch()
  return true
}

/** Remembers a token that is new or expired, and takes expired ones away. */
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
  // After what is taken away, which may be an earlier record of the same token.
  return [
    ...mutations,
    put(requestTokenKey(kind, scope, text), encodeRecord({ expiresAtMs, digest: token.digest })),
    put(requestTokenExpiryKey(kind, expiresAtMs, scope, text), listed),
  ]
}

/** All there is to say is in the key; the value names the form it is in. */
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
  assert(known, 'a token record of unknown form', { revision: bytes[0], length: bytes.length })
  return {
    expiresAtMs: bytes.readUIntBE(1, digestOffset - 1),
    digest: bytes.subarray(digestOffset),
  }
}
