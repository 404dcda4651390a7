/**
 * Every key that Gramme stores is built here, and every prefix has its reason here.
 *
 * A key lives in a space. Each table and each index has its own space, whose keys start with a partition's
 * hash; the system space holds the records of the database itself, whose keys
 * start with a prefix byte (`system-prefixes.ts`); and an engine that keeps its own records among the data has an area
 * that no space can reach (LMDB's is in `lmdb/stored-keys.ts`).
 *
 * Nothing here knows what the values are.
 */
import { assert } from '../stdx/assert.js'
import type { Scope } from '../model/arn.js'
import type { AttributeValue, KeyType } from '../model/attribute-value.js'
import { attributeOf, type Item } from '../model/item.js'
import type { IndexKeySchema, KeyAttribute, KeySchema } from '../model/key-schema.js'
import { keyAttributes } from '../model/key-schema.js'
import { indexKeyAttributesMax, sortKeyBytesMax } from '../model/limits.js'
import type { SpaceId } from './engine.js'
import { encodeKeyValue, encodeValue, terminatedPart, terminatorBytes } from './key-codec.js'
import { orderBytes, partitionHash, partitionHashBytes, partitionNumber } from './partition-hash.js'
import { PartitionHashes } from './partition-hashes.js'
import { system } from './system-prefixes.js'

/** The keys `from <= key < to`: the two bounds of a `Range`. */
export interface KeyRange {
  readonly from: Buffer
  readonly to: Buffer
}

const itemKeyBytesMax = partitionHashBytes + sortKeyBytesMax

/**
 * All sort attributes of an index together have at most 1024 bytes, which escaping can double:
 * 22 + 2 × 1024 + 4 × 2 + 22 = 2100. With a space's 4 bytes that is well below the 2704 bytes of
 * PostgreSQL's index rows and the 4026 of LMDB's keys with pages of 8 KB.
 */
const indexKeyBytesMax =
  2 * partitionHashBytes + 2 * sortKeyBytesMax + terminatorBytes * indexKeyAttributesMax

/** No key of any kind is longer; engines rely on it. */
export const keyBytesMax = indexKeyBytesMax

/** What all keys of one partition of a table start with. */
export function tablePartition({ partition }: KeySchema, key: Item): Buffer {
  return partitionHashes.of(partition.type, requireValue(partition, key))
}

const partitionHashes = new PartitionHashes()

function requireValue({ name }: KeyAttribute, key: Item): AttributeValue {
  const value = attributeOf(key, name)
  assert(value !== undefined, 'a key attribute is present', { name })
  return value
}

/** What all keys of one partition of an index start with. */
export function indexPartition(index: IndexKeySchema, key: Item): Buffer {
  return partitionHash(partitionBytes(index.partition, key))
}

/** An item in its table's space: partition hash | sort value, whose order is the items' order. */
export function itemKey(schema: KeySchema, key: Item): Buffer {
  const partition = tablePartition(schema, key)
  if (schema.sort === undefined) return partition
  const sort = valueBytes(schema.sort, key)
  const bytes = Buffer.allocUnsafe(partition.length + sort.length)
  bytes.set(partition)
  bytes.set(sort, partition.length)
  assert(bytes.length <= itemKeyBytesMax, 'an item key fits', { length: bytes.length })
  return bytes
}

/**
 * An entry in an index's space, local or global: partition hash | sort values | hash of the item's
 * own key, which distinguishes items with equal index keys.
 */
export function indexKey(index: IndexKeySchema, table: KeySchema, item: Item): Buffer {
  const bytes = Buffer.concat([
    indexPartition(index, item),
    ...index.sort.map((attribute) => terminatedPart(valueBytes(attribute, item))),
    partitionHash(terminatedParts(keyAttributes(table), item)),
  ])
  assert(bytes.length <= indexKeyBytesMax, 'an index key fits', { length: bytes.length })
  return bytes
}

/**
 * A row in a vector index's space: the hash of its scope, if the index has scopes, then the item's key in
 * its table's space.
 */
export function vectorRowKey(scope: Buffer | undefined, itemKey: Uint8Array): Buffer {
  return scope === undefined ? Buffer.from(itemKey) : Buffer.concat([scope, itemKey])
}

/** The item of a row, by its key in its table's space. */
export function itemKeyOfRow(rowKey: Buffer, isScoped: boolean): Buffer {
  return isScoped ? rowKey.subarray(partitionHashBytes) : rowKey
}

/** What the keys of all rows with one value of the scope's attribute start with. */
export function vectorScope(hash: KeyAttribute, item: Item): Buffer {
  return partitionHash(valueBytes(hash, item))
}

/** All rows of a vector index, or those of one scope. */
export function vectorRows(scope: Buffer | undefined): KeyRange {
  return scope === undefined ? wholeSpace() : { from: scope, to: prefixEnd(scope) }
}

/**
 * A value of a filter attribute in a row: short ones as they are, others by their hash, which is longer
 * than any short one.
 */
export function filterCode(type: KeyType, value: AttributeValue): Buffer {
  const bytes = encodeValue(type, value)
  return bytes.length < partitionHashBytes ? bytes : partitionHash(bytes)
}

/** One part is hashed as it is, so that an index is scanned in the order a table would be. */
function partitionBytes(attributes: readonly KeyAttribute[], item: Item): Buffer {
  const [only, ...others] = attributes
  assert(only !== undefined, 'an index has a partition attribute')
  return others.length === 0 ? valueBytes(only, item) : terminatedParts(attributes, item)
}

function terminatedParts(attributes: readonly KeyAttribute[], item: Item): Buffer {
  return Buffer.concat(attributes.map((each) => terminatedPart(valueBytes(each, item))))
}

function valueBytes(attribute: KeyAttribute, item: Item): Buffer {
  return encodeKeyValue(attribute.type, requireValue(attribute, item))
}

/** The share of one parallel-scan segment, cut evenly over the hashes that keys start with. */
export function segmentRange(segment: number, total: number): KeyRange {
  assert(segment >= 0 && segment < total, 'a segment is one of all', { segment, total })
  return { from: segmentStart(segment, total), to: segmentStart(segment + 1, total) }
}

function segmentStart(segment: number, total: number): Buffer {
  if (segment === total) return hashesEnd
  const start = Buffer.allocUnsafe(orderBytes)
  const hashes = 2n ** BigInt(8 * orderBytes)
  start.writeUIntBE(Number((BigInt(segment) * hashes) / BigInt(total)), 0, orderBytes)
  return start
}

/** Above every key that starts with a hash: a hash is all ones only with a chance of 2^-176. */
const hashesEnd = Buffer.alloc(partitionHashBytes, 0xff)

/** All items of a table, or all entries of an index. */
export function wholeSpace(): KeyRange {
  return { from: Buffer.alloc(0), to: hashesEnd }
}

/**
 * The partition that a range is in; undefined if it may span several. A range within a partition
 * starts with the whole hash, a range of a scan at most with a part of one.
 */
export function partitionOfRange({ from }: KeyRange): number | undefined {
  return from.length < partitionHashBytes ? undefined : partitionNumber(from)
}

/** An entry of a log: the log's own key, then the entry's number, whose order is the entries'. */
export function logEntryKey(log: Uint8Array, number: number): Buffer {
  assert(Number.isSafeInteger(number) && number >= 0, 'entries of a log are numbered', { number })
  const key = Buffer.allocUnsafe(log.length + logNumberBytes)
  key.set(log)
  key.writeBigUInt64BE(BigInt(number), log.length)
  return key
}

export function numberOfLogEntry(key: Buffer): number {
  return Number(key.readBigUInt64BE(key.length - logNumberBytes))
}

const logNumberBytes = 8

/** The least key above the given one: where the next page starts. */
export function keyAfter(key: Uint8Array): Buffer {
  return Buffer.concat([key, Buffer.of(0)])
}

export function formatKey(): Buffer {
  return Buffer.of(system.format)
}

export function nextSpaceKey(): Buffer {
  return Buffer.of(system.nextSpace)
}

/** What cached definitions of a table are guarded by. */
export function tableStampKey(scope: Scope, tableName: string): Buffer {
  return scopedKey(system.tableStamp, scope, tableName)
}

export function tableRecordKey(scope: Scope, tableName: string): Buffer {
  return scopedKey(system.tableRecord, scope, tableName)
}

/**
 * The stamps of one account and region in the order of the tables' names, after a name if one is
 * given: listing needs the names only, and stamps are small.
 */
export function tableStampRange(scope: Scope, afterTableName?: string): KeyRange {
  const prefix = scopePrefix(system.tableStamp, scope)
  const from =
    afterTableName === undefined ? prefix : keyAfter(tableStampKey(scope, afterTableName))
  return { from, to: prefixEnd(prefix) }
}

/** The table's name at the end of the key of its stamp or record. */
export function tableNameOf(scope: Scope, key: Buffer): string {
  return key.toString('utf8', scopePrefix(system.tableStamp, scope).length)
}

/** The tables of one account and region. */
export function tableRecordRange(scope: Scope): KeyRange {
  const prefix = scopePrefix(system.tableRecord, scope)
  return { from: prefix, to: prefixEnd(prefix) }
}

/** The tables of all accounts and regions. */
export function allTableRecords(): KeyRange {
  return { from: Buffer.of(system.tableRecord), to: Buffer.of(system.tableRecord + 1) }
}

/** What the transaction of a token consists of. Each kind has its own tokens. */
export type RequestTokenKind = 'items' | 'statements'

const tokenPrefixes = {
  items: { token: system.requestToken, expiry: system.requestTokenExpiry },
  statements: { token: system.statementToken, expiry: system.statementTokenExpiry },
} as const

/** A client's token; accounts and regions do not share tokens. */
export function requestTokenKey(kind: RequestTokenKind, scope: Scope, token: string): Buffer {
  return scopedKey(tokenPrefixes[kind].token, scope, token)
}

/** The entry that lists a token under the time it expires: prefix | time | scope | token. */
export function requestTokenExpiryKey(
  kind: RequestTokenKind,
  expiresAtMs: number,
  scope: Scope,
  token: string,
): Buffer {
  const key = requestTokenKey(kind, scope, token)
  return Buffer.concat([expiryPrefix(kind, expiresAtMs), key.subarray(1)])
}

/** The entries of all tokens of a kind that have expired. */
export function expiredRequestTokens(kind: RequestTokenKind, nowMs: number): KeyRange {
  return { from: Buffer.of(tokenPrefixes[kind].expiry), to: expiryPrefix(kind, nowMs + 1) }
}

/** The key of the token that an expiry entry lists. */
export function requestTokenOfExpiry(kind: RequestTokenKind, expiryKey: Buffer): Buffer {
  const { token, expiry } = tokenPrefixes[kind]
  assert(expiryKey[0] === expiry, 'an expiry entry lists a token of its kind')
  return Buffer.concat([Buffer.of(token), expiryKey.subarray(1 + expiryTimeBytes)])
}

/** Milliseconds of the next eight thousand years. */
const expiryTimeBytes = 6

function expiryPrefix(kind: RequestTokenKind, timeMs: number): Buffer {
  const bytes = Buffer.alloc(1 + expiryTimeBytes)
  bytes[0] = tokenPrefixes[kind].expiry
  bytes.writeUIntBE(timeMs, 1, expiryTimeBytes)
  return bytes
}

/** The cursor of an index that is being built, by the index's own space. */
export function indexCursorKey(space: SpaceId): Buffer {
  return spaceRecordKey(system.indexCursor, space)
}

/** The mark of a space beside a table, by that space. */
export function sideSpaceMarkKey(space: SpaceId): Buffer {
  return spaceRecordKey(system.sideSpaceMark, space)
}

/** A deleted table, by the space of its items, which are kept. */
export function departedTableKey(space: SpaceId): Buffer {
  return spaceRecordKey(system.departedTable, space)
}

export function allDepartedTables(): KeyRange {
  return { from: Buffer.of(system.departedTable), to: Buffer.of(system.departedTable + 1) }
}

/** A record about a space: prefix | space. */
export function spaceRecordKey(prefix: number, space: SpaceId): Buffer {
  const key = Buffer.allocUnsafe(1 + spaceIdBytes)
  key[0] = prefix
  key.writeUInt32BE(space, 1)
  return key
}

export function leaseKey(): Buffer {
  return Buffer.of(system.lease)
}

export function leaseFenceKey(): Buffer {
  return Buffer.of(system.leaseFence)
}

export function leaseBellKey(): Buffer {
  return Buffer.of(system.leaseBell)
}

export function secretKey(): Buffer {
  return Buffer.of(system.secret)
}

export function unfinishedCopyKey(): Buffer {
  return Buffer.of(system.unfinishedCopy)
}

export function clockBeliefKey(): Buffer {
  return Buffer.of(system.clockBelief)
}

/** Whether a record of the system space is about the servers of this store, and so not copied. */
export function isLocalRecord(key: Uint8Array): boolean {
  return localRecords.has(key[0]!)
}

const localRecords: ReadonlySet<number> = new Set([
  system.lease,
  system.leaseFence,
  system.leaseBell,
  system.unfinishedCopy,
  system.clockBelief,
  system.unitsUsed,
  system.daxServer,
  // Every store has keys of its own.
  system.dataKey,
  system.spaceSeal,
])

/** Every key that any space can have. */
export function allKeys(): KeyRange {
  return { from: Buffer.alloc(0), to: Buffer.alloc(keyBytesMax + 1, 0xff) }
}

/** Every record of the system space. */
export function allSystemRecords(): KeyRange {
  return { from: Buffer.of(0x00), to: Buffer.of(0xff) }
}

function scopedKey(prefix: number, scope: Scope, name: string): Buffer {
  const bytes = Buffer.concat([scopePrefix(prefix, scope), Buffer.from(name)])
  assert(bytes.length <= keyBytesMax, 'a name makes a key', { length: bytes.length })
  return bytes
}

/** Parts are terminated because a region can be any text that a client signs. */
export function scopePrefix(prefix: number, { account, region }: Scope): Buffer {
  return Buffer.concat([
    Buffer.of(prefix),
    terminatedPart(Buffer.from(account)),
    terminatedPart(Buffer.from(region)),
  ])
}

/** The least key above every key with this prefix. */
export function prefixEnd(prefix: Buffer): Buffer {
  let last = prefix.length - 1
  while (last >= 0 && prefix[last] === 0xff) last--
  // A prefix of nothing but FF bytes ends where the keyspace does; no hash is one.
  if (last < 0) return Buffer.concat([prefix, Buffer.alloc(1, 0xff)])
  const end = Buffer.from(prefix.subarray(0, last + 1))
  end[last]! += 1
  return end
}

/** No space has this id: under it an engine keeps its own records beside the data. */
export const engineArea: SpaceId = 0xffff_ffff

const spaceIdBytes = 4
