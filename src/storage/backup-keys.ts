/** The keys of backups, in the system space. The prefixes are in `system-prefixes.ts`. */
import type { Scope } from '../model/arn.js'
import { keyAfter, prefixEnd, scopePrefix, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

/**
 * What a backup is found by. Tickets are ordered by time; those of system backups have no random part, so
 * the table belongs to the identity.
 */
export interface BackupId extends Scope {
  readonly ticket: string
  readonly tableName: string
}

/** The backups of an account and region are in the order of time. */
export function backupKey(id: BackupId): Buffer {
  return identityKey(system.backup, id)
}

function identityKey(prefix: number, { ticket, tableName, ...scope }: BackupId): Buffer {
  const parts = [scopePrefix(prefix, scope), Buffer.from(ticket), separator, Buffer.from(tableName)]
  return Buffer.concat(parts)
}

const separator = Buffer.of(0)

/** The backups of one account and region, after one of them or after where it would be. */
export function backupRange(scope: Scope, after?: BackupId): KeyRange {
  const prefix = scopePrefix(system.backup, scope)
  return {
    from: after === undefined ? prefix : keyAfter(backupKey({ ...after, ...scope })),
    to: prefixEnd(prefix),
  }
}

const partNumberBytes = 4

/** A file of a backup that is being made, by its number. */
export function backupPartKey(id: BackupId, number: number): Buffer {
  const last = Buffer.alloc(partNumberBytes)
  last.writeUInt32BE(number)
  return Buffer.concat([partsPrefix(id), last])
}

export function backupPartRange(id: BackupId): KeyRange {
  const from = partsPrefix(id)
  return { from, to: prefixEnd(from) }
}

function partsPrefix(id: BackupId): Buffer {
  return Buffer.concat([identityKey(system.backupPart, id), separator])
}

/** Milliseconds of the next eight thousand years. */
const timeBytes = 6

/** The removal of a backup's files: prefix | when it is due | scope | ticket | table. */
export function backupRemovalKey(dueAtMs: number, id: BackupId): Buffer {
  return Buffer.concat([removalPrefix(dueAtMs), backupKey(id).subarray(1)])
}

/** All removals that are due. */
export function dueBackupRemovals(nowMs: number): KeyRange {
  return { from: Buffer.of(system.backupRemoval), to: removalPrefix(nowMs + 1) }
}

function removalPrefix(timeMs: number): Buffer {
  const bytes = Buffer.alloc(1 + timeBytes)
  bytes[0] = system.backupRemoval
  bytes.writeUIntBE(timeMs, 1, timeBytes)
  return bytes
}
