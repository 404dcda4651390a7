/** The disk of a data folder. */
import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicClock, type Clock } from '../../stdx/clock.js'
import type { LmdbDatabase } from './database.js'
import type { Disk } from './disk-space.js'
import { spaceAmpleBytes, spaceAmpleMs } from './limits.js'
import { endSnapshot } from './records.js'
import { availableBytes, growReserve, reserveBytes, shrinkReserve } from './reserve-file.js'

export function diskOf(database: LmdbDatabase, dataDir: string): Disk {
  const { blocks, bsize } = statfsSync(dataDir)
  return {
    totalBytes: blocks * bsize,
    availableBytes: notedWhileAmple(() => available(dataDir), monotonicClock),
    bytesInside: () => freeInside(database, dataDir),
    reserveBytes: () => reserveBytes(dataDir),
    growReserve: (missingBytes) => growReserve(dataDir, missingBytes),
    shrinkReserve: () => shrinkReserve(dataDir),
  }
}

/** Asks again only after a while if there was plenty: a commit is too short for the system to be asked each time. */
export function notedWhileAmple(look: () => number, clock: Clock): () => number {
  let noted = 0
  let notedAtMs = -Infinity
  return () => {
    const nowMs = clock.now()
    if (noted >= spaceAmpleBytes && nowMs - notedAtMs < spaceAmpleMs) return noted
    noted = look()
    notedAtMs = nowMs
    return noted
  }
}

function available(dataDir: string): number {
  try {
    return availableBytes(dataDir)
  } catch {
    return Infinity
  }
}

interface TreePages {
  readonly pageSize: number
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
  readonly overflowPages: number
}

const metaPages = 2

/** The pages of the file that neither the data nor LMDB's list of free pages uses. */
function freeInside(database: LmdbDatabase, dataDir: string): number {
  try {
    const { root, free } = database.getStats() as { root: TreePages; free: TreePages }
    const used = metaPages + pagesOf(root) + pagesOf(free)
    return Math.max(0, statSync(join(dataDir, 'data.mdb')).size - used * root.pageSize)
  } catch {
    return 0
  } finally {
    endSnapshot(database)
  }
}

function pagesOf(tree: TreePages): number {
  return tree.treeBranchPageCount + tree.treeLeafPageCount + tree.overflowPages
}
