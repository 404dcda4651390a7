/**
 * Writes into the tree what a server that ended without closing its folder has left in the log, before
 * anything is read.
 *
 * A record that is not sound was being written when the server ended: nobody was told of it, and it is
 * dropped. If there is a sound one after it, it was sound once, and the folder is damaged.
 */
import { existsSync, readFileSync } from 'node:fs'
import { StoreUnusable } from '../../errors.js'
import type { LmdbDatabase } from '../database.js'
import { endSnapshot } from '../records.js'
import { availableBytes } from '../reserve-file.js'
import type { TreeCommits } from '../tree-commits.js'
import { Layer } from './layer.js'
import { applyRoomBytes, hurriedMsMax, logBlockBytes, usualLogLimits } from './limits.js'
import { logPaths, removeLogs } from './log-names.js'
import { type LogPosition, readPosition, writePosition } from './log-position.js'
import { type LogRecord, recordAt } from './log-record.js'
import { applyChanges } from './tree-applier.js'

/** `requireHeld` throws if another server has taken over the folder. */
export async function replayLog(
  commits: TreeCommits,
  dataDir: string,
  requireHeld: () => void,
): Promise<void> {
  const { database } = commits
  const position = readPosition(database)
  endSnapshot(database)
  if (position?.isOpen === true) {
    await applyRecords(commits, dataDir, position, requireHeld)
  }
  await commits.flush()
  removeLogs(dataDir)
}

async function applyRecords(
  commits: TreeCommits,
  dataDir: string,
  position: LogPosition,
  requireHeld: () => void,
): Promise<void> {
  const records = unapplied(dataDir, position)
  const reached = position.applied + records.length
  if (records.length > 0) requireRoom(dataDir)
  const applying = {
    commits,
    size: () => replayed,
    requireWritable: requireHeld,
    pause: () => undefined,
  }
  await applyChanges(applying, joined(records).inOrder(), { ...position, reached })
  await commits.commit(() => {
    requireHeld()
    writePosition(commits.database, { ...position, isOpen: false, applied: reached, reached })
  })
}

/** Of one commit. Nobody waits for anything else yet. */
const replayed = { changesMax: usualLogLimits.hurriedChangesMax, msMax: hurriedMsMax }

/** LMDB may crash if a page cannot be written. */
function requireRoom(dataDir: string): void {
  if (availableBytes(dataDir) >= applyRoomBytes) return
  throw new StoreUnusable(
    `The disk of the data folder ${dataDir} is almost full: the log of its last writes needs ` +
      `${applyRoomBytes / 1024 / 1024} MB.`,
  )
}

/** For a process that opens the folder beside others: none of them knows of a log. */
export function requireNoLog(database: LmdbDatabase, dataDir: string): void {
  const isOpen = readPosition(database)?.isOpen === true
  endSnapshot(database)
  if (isOpen) throw new StoreUnusable(`The data folder ${dataDir} has a log that is not empty.`)
}

interface Placed extends LogRecord {
  /** Where it begins in its file. */
  readonly at: number
}

/** The records that the tree does not have, in order. */
export function unapplied(
  dataDir: string,
  { id, applied, reached }: LogPosition,
): readonly LogRecord[] {
  const found = logPaths(dataDir, id).flatMap((path) => [...recordsIn(fileAt(path), id)])
  const later = byNumber(found.filter(({ number }) => number > applied))
  const row: LogRecord[] = []
  for (let next = applied + 1; later.has(next); next++) row.push(later.get(next)!)
  // What was not flushed may be lost in any order, but nothing of it is in the tree then.
  const isBroken = row.length < later.size && found.some(({ isFlushed }) => isFlushed)
  if (!isBroken && applied + row.length >= reached) return row
  throw new StoreUnusable(
    `The data folder ${dataDir} is damaged: a part of its log is missing or unreadable.`,
  )
}

function fileAt(path: string): Buffer {
  if (existsSync(path)) return readFileSync(path)
  throw new StoreUnusable(`The file ${path} is missing: it holds the last writes.`)
}

function* recordsIn(file: Buffer, id: Buffer): Iterable<Placed> {
  for (let at = 0; at < file.length;) {
    const record = recordAt(file, at, id)
    if (record !== undefined) yield { ...record, at }
    at += record?.bytes ?? logBlockBytes
  }
}

/** If writing a record failed, the next one has the same number. It is at the same place, or begins the other file. */
function byNumber(records: readonly Placed[]): ReadonlyMap<number, LogRecord> {
  const found = new Map<number, LogRecord>()
  for (const record of records) {
    if (record.at === 0 || !found.has(record.number)) found.set(record.number, record)
  }
  return found
}

function joined(records: readonly LogRecord[]): Layer {
  const layer = new Layer()
  for (const { changes } of records) {
    for (const [name, value] of changes) layer.set(name, value)
  }
  return layer
}
