/**
 * The record in the tree that says how far it contains the log. It is written in the same commits as the
 * changes that it counts.
 */
import { randomBytes } from 'node:crypto'
import { systemSpace } from '../../engine.js'
import { StorageError } from '../../errors.js'
import { formatSteps, ratchet } from '../../format.js'
import { formatKey } from '../../keyspace.js'
import type { LmdbDatabase } from '../database.js'
import { readStored } from '../records.js'
import { logPositionKey, storedKey } from '../stored-keys.js'
import { logIdBytes } from './log-record.js'

export interface LogPosition {
  /** Whether there are files that may have more. */
  readonly isOpen: boolean
  /** Drawn for each pair of files, which are named after it: nobody writes into the files of another. */
  readonly id: Buffer
  /** The tree has all records up to this number … */
  readonly applied: number
  /** … and parts of those up to this one, which the log therefore must have. */
  readonly reached: number
}

const [idAt, appliedAt, reachedAt] = [1, 1 + logIdBytes, 1 + logIdBytes + 8]
const positionBytes = reachedAt + 8

export function readPosition(database: LmdbDatabase): LogPosition | undefined {
  const record = readStored(database, logPositionKey())
  if (record === undefined) return undefined
  if (record.length !== positionBytes) {
    throw new StorageError('corruption', 'the position of the log is unreadable')
  }
  return {
    isOpen: record[0] === 1,
    id: record.subarray(idAt, appliedAt),
    applied: record.readDoubleBE(appliedAt),
    reached: record.readDoubleBE(reachedAt),
  }
}

/** Of a log that begins after record `applied`. */
export function newPosition(applied: number): LogPosition {
  return { isOpen: true, id: randomBytes(logIdBytes), applied, reached: applied }
}

/** Only within a write transaction. */
export function writePosition(database: LmdbDatabase, position: LogPosition): void {
  const record = Buffer.alloc(positionBytes)
  record[0] = position.isOpen ? 1 : 0
  record.set(position.id, idAt)
  record.writeDoubleBE(position.applied, appliedAt)
  record.writeDoubleBE(position.reached, reachedAt)
  void database.put(logPositionKey(), record)
}

/** Only within a write transaction: older servers must not open a store whose log they do not know. */
export function markLogged(database: LmdbDatabase): void {
  const key = storedKey(systemSpace, formatKey())
  for (const mutation of ratchet(readStored(database, key), [formatSteps.commitLog])) {
    if (mutation.kind === 'put') void database.put(key, Buffer.from(mutation.value))
  }
}
