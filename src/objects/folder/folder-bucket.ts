/**
 * One bucket in its folder: finds, places and removes files by key.
 *
 * A file is placed by renaming it, so readers see the old content or the new one. If a key is also the
 * beginning of another (`a` and `a/b`), the folder has the name and the file stands beside it; a file that
 * is in the way of a folder is moved there by one renaming, so readers that look at both names always find it.
 *
 * Links are not followed, and a name must be on disk exactly as asked, also where the file system does not
 * tell upper from lower case.
 */
import { constants, type BigIntStats } from 'node:fs'
import {
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  rmdir,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { preconditionFailed } from '../object-names.js'
import { ObjectStoreError, type WriteOptions } from '../object-store.js'
import { isMissing, systemCodeOf, unlessMissing } from './file-faults.js'
import { isSameFile, removeFacts } from './file-info.js'
import { besideFolder, namesOfKey, ownFolder } from './file-names.js'
import { syncFolder } from './write-durably.js'

export interface FoundFile {
  readonly path: string
  readonly stats: BigIntStats
}

export interface OpenFile extends FoundFile {
  readonly file: FileHandle
}

/** Folders that are emptied and filled at once get in each other's way; that ends soon. */
const attemptsMax = 20

export class FolderBucket {
  readonly path: string
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  /** What is in the bucket's own folder. */
  own(...names: readonly string[]): string {
    return join(this.path, ownFolder, ...names)
  }

  find(key: string): Promise<FoundFile | undefined> {
    return this.#look(key, async (path) => {
      const found = await findFile(path)
      return found !== undefined && (await isExact(path)) ? found : undefined
    })
  }

  /** For a key that was read from the folder, so it is known to be exact. */
  findListed(key: string): Promise<FoundFile | undefined> {
    return this.#look(key, findFile)
  }

  open(key: string): Promise<OpenFile | undefined> {
    return this.#look(key, (path) => openExact(path))
  }

  /** Durable once it resolves. `written` is a file in the own folder. */
  async place(key: string, written: FoundFile, { ifAbsent }: WriteOptions): Promise<void> {
    const names = namesOfKey(key)
    await this.#inTurn(async () => {
      const before = await this.find(key)
      if (ifAbsent === true && before !== undefined) throw preconditionFailed()
      await this.#move(written.path, names)
      if (before !== undefined && !isSameFile(before.stats, written.stats)) {
        await removeFacts(this.path, before.stats)
      }
    })
    await syncFolder(dirname(this.#pathOf(names)))
  }

  remove(key: string): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.find(key)
      if (found === undefined) return
      const path = this.#pathOf(namesOfKey(key))
      // In this order, or what is beside the folder would reappear.
      await rm(path + besideFolder, { force: true })
      if (found.path === path) await rm(path, { force: true })
      await removeFacts(this.path, found.stats)
      await this.#prune(dirname(path))
    })
  }

  /** The second look at the plain name is for a file that was replaced in between. */
  async #look<T>(
    key: string,
    look: (path: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const path = this.#pathOf(namesOfKey(key))
    for (const candidate of [path, path + besideFolder, path]) {
      const found = await unlessMissing(look(candidate))
      if (found !== undefined) return found
    }
    return undefined
  }

  async #move(from: string, names: readonly string[]): Promise<void> {
    const path = this.#pathOf(names)
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#makeFolders(names.slice(0, -1))
        await requireExact(path)
        return await renameBeside(from, path)
      } catch (error) {
        // Its folder was empty for a moment, and somebody has removed it.
        if (!isMissing(error) || attempt === attemptsMax) throw error
      }
    }
  }

  async #makeFolders(names: readonly string[]): Promise<void> {
    let path = this.path
    let isNew = false
    for (const name of names) {
      const parent = path
      path = join(path, name)
      if (await makeFolder(path)) {
        await syncFolder(parent)
        isNew = true
      }
    }
    if (!isNew && names.length > 0) await requireExact(path)
  }

  /** Removes folders that have become empty. */
  async #prune(from: string): Promise<void> {
    for (let path = from; path.length > this.path.length; path = dirname(path)) {
      try {
        await rmdir(path)
      } catch {
        return
      }
    }
  }

  #pathOf(names: readonly string[]): string {
    return join(this.path, ...names)
  }

  /** Names change one after another; contents are written before. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work)
    this.#last = done.catch(() => undefined)
    return done
  }
}

/** Whether it is new. */
async function makeFolder(path: string): Promise<boolean> {
  for (;;) {
    try {
      await mkdir(path, { mode: 0o700 })
      return true
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error
    }
    const stats = await lstat(path)
    if (stats.isDirectory()) return false
    if (!stats.isFile()) throw otherName()
    await rename(path, path + besideFolder)
  }
}

/** Onto the path, or beside it if a folder has that name. */
async function renameBeside(from: string, path: string): Promise<void> {
  const stats = await unlessMissing(lstat(path))
  if (stats?.isDirectory() === true) return rename(from, path + besideFolder)
  await rename(from, path)
  await unlink(path + besideFolder).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

async function findFile(path: string): Promise<FoundFile | undefined> {
  const stats = await lstat(path, { bigint: true })
  return stats.isFile() ? { path, stats } : undefined
}

async function openExact(path: string): Promise<OpenFile | undefined> {
  const file = await openFile(path)
  if (file === undefined) return undefined
  try {
    const stats = await file.stat({ bigint: true })
    if (stats.isFile() && (await isExact(path))) return { path, stats, file }
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return undefined
}

/** `NONBLOCK`, because somebody may have put a pipe there. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    return await open(path, flags)
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO') return undefined
    throw error
  }
}

async function isExact(path: string): Promise<boolean> {
  return (await realpath(path)) === path
}

async function requireExact(path: string): Promise<void> {
  const real = await unlessMissing(realpath(path))
  if (real !== undefined && real !== path) throw otherName()
}

function otherName(): ObjectStoreError {
  return new ObjectStoreError(
    'InvalidKey',
    'The key cannot be told from another name in the folder of the bucket: it differs from it only in case, or that is a link.',
  )
}
