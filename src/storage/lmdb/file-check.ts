/**
 * Checks the files of a data folder before LMDB opens them, because LMDB crashes the process if they
 * are not as it left them.
 *
 * How much is looked at depends on the doubt. A folder that was closed properly gets a short look at
 * the pages near the roots. If its server ended without closing it, or it is a copy made meanwhile,
 * pages may be missing or from different moments, and many or all of them are followed. What this
 * cannot see is damage inside of values.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreUnusable } from '../errors.js'
import { creationMarker, unusable } from './database.js'
import { checkPagesPerTurn, closedCheckPagesMax, endedCheckPagesMax } from './limits.js'
import { logNamesIn } from './log/log-names.js'
import { type FileFault, readMetaPages } from './meta-pages.js'
import { isOfAnotherFile } from './ownership.js'
import { PageFault, PageFile, type PageFaultKind } from './page-file.js'
import { findInPages, type WalkDepth, followPages } from './page-walk.js'
import { ownerKey } from './stored-keys.js'

interface Look {
  readonly depth: WalkDepth
  readonly pagesMax: number
}

/** How many pages are looked at if the folder was closed, and if its server ended without that. */
export interface CheckLimits {
  readonly closedPagesMax: number
  readonly endedPagesMax: number
}

const usualLimits: CheckLimits = {
  closedPagesMax: closedCheckPagesMax,
  endedPagesMax: endedCheckPagesMax,
}

/** Throws `StoreUnusable` if the files are damaged. `whole` looks at every page. */
export async function requireSoundFiles(
  dataDir: string,
  whole: boolean,
  limits = usualLimits,
): Promise<void> {
  try {
    requireUsable(dataDir)
    await requireSoundData(dataDir, whole ? 'whole' : limits)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

/** If LMDB cannot open or create one of its files, it crashes. */
function requireUsable(dataDir: string): void {
  if (!existsSync(dataDir)) return
  accessSync(dataDir, constants.R_OK | constants.W_OK)
  const names = ['data.mdb', 'lock.mdb', ...logNamesIn(dataDir)]
  for (const name of names) requireUsableFile(join(dataDir, name))
}

/**
 * Looks without opening: when a process closes a file, it loses all its locks on it, including those
 * that LMDB has if the folder is open in this process.
 */
function requireUsableFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return
  // A link may lead nowhere.
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw new StoreUnusable(`The file ${path} is not a regular file.`)
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StoreUnusable(`The file ${path} is not writable.`, { cause: error })
  }
}

async function requireSoundData(dataDir: string, limits: CheckLimits | 'whole'): Promise<void> {
  const path = join(dataDir, 'data.mdb')
  const file = openIfPresent(path)
  if (file === undefined) return
  try {
    const meta = readMetaPages(file)
    if (meta === 'empty' && existsSync(creationMarker(dataDir))) return
    if (typeof meta === 'string') throw damaged(path, meta)
    const pages = new PageFile(file, meta)
    await requireSoundPages(pages, path, limits).catch((error: unknown) => {
      if (!(error instanceof PageFault)) throw error
      // Another process is writing: its pages have moved on, and its claim to the folder decides.
      if (transactionOf(file) === meta.transaction) throw damaged(path, error.kind)
    })
  } finally {
    closeSync(file)
  }
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function transactionOf(file: number): number | undefined {
  const meta = readMetaPages(file)
  return typeof meta === 'string' ? undefined : meta.transaction
}

async function requireSoundPages(
  pages: PageFile,
  path: string,
  limits: CheckLimits | 'whole',
): Promise<void> {
  const { depth, pagesMax } = lookAt(pages, path, limits)
  let seen = 0
  for (const _page of followPages(pages, depth)) {
    if (++seen >= pagesMax) return
    if (seen % checkPagesPerTurn === 0) await nextTurn()
  }
}

/** Nobody uses the folder now, so a record of an owner in it was left behind, or copied. */
function lookAt(pages: PageFile, path: string, limits: CheckLimits | 'whole'): Look {
  if (limits === 'whole' || pages.isShort) return { depth: 'leaves', pagesMax: Infinity }
  const owner = findInPages(pages, ownerKey())
  if (owner === undefined) return { depth: 'branches', pagesMax: limits.closedPagesMax }
  const isCopy = isOfAnotherFile(owner, path)
  return { depth: 'leaves', pagesMax: isCopy ? Infinity : limits.endedPagesMax }
}

function damaged(path: string, fault: FileFault | PageFaultKind): StoreUnusable {
  return new StoreUnusable(`The file ${path} ${faultTexts[fault]}.`)
}

const truncated = 'is damaged: its end is missing'

const faultTexts: Readonly<Record<FileFault | PageFaultKind, string>> = {
  'not-lmdb': 'is not a Gramme database',
  empty: 'is damaged: it is empty. Delete it if it never held anything',
  truncated,
  missing: truncated,
  newer:
    'is damaged: its parts are from different moments, as if copied while a server was writing',
  broken: 'is damaged: its pages do not fit together',
}
