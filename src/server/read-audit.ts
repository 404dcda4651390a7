/** Reads the events of an audit file, with those of the files that were full before it, oldest first. */
import { createReadStream } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { rolledFiles } from '../stdx/rolling-file.js'
import { auditPollMs } from './limits.js'

/** Lines of JSON as they were written. */
export async function* readAudit(path: string): AsyncGenerator<string> {
  for (const file of [...(await rolledFiles(path)), path]) yield* linesOf(file)
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, 'utf8')
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield line
}

/**
 * First what there is, then what is added, until the signal. A file that becomes full is read to its end
 * before the next.
 */
export async function* followAudit(path: string, signal: AbortSignal): AsyncGenerator<string> {
  for (const file of await rolledFiles(path)) yield* linesOf(file)
  let current = await GrowingFile.open(path)
  try {
    while (!signal.aborted) {
      yield* current.newLines()
      if (await current.isAt(path)) {
        await pause(auditPollMs, undefined, { signal }).catch(() => undefined)
        continue
      }
      yield* current.newLines()
      const missed = await rolledAfter(path, current.inode)
      await current.close()
      for (const file of missed) yield* linesOf(file)
      current = await GrowingFile.open(path)
    }
  } finally {
    await current.close()
  }
}

/** The full files that came after the one with this inode. */
async function rolledAfter(path: string, inode: number): Promise<readonly string[]> {
  const files = await rolledFiles(path)
  const inodes = await Promise.all(files.map(async (file) => (await stat(file)).ino))
  const at = inodes.indexOf(inode)
  return at === -1 ? [] : files.slice(at + 1)
}

class GrowingFile {
  readonly inode: number
  readonly #file: FileHandle
  #position = 0
  #rest = Buffer.alloc(0)

  static async open(path: string): Promise<GrowingFile> {
    const file = await open(path, 'r')
    return new GrowingFile(file, (await file.stat()).ino)
  }

  constructor(file: FileHandle, inode: number) {
    this.#file = file
    this.inode = inode
  }

  /** Whole lines only; the beginning of one waits for its end. */
  async *newLines(): AsyncGenerator<string> {
    const piece = Buffer.alloc(64 * 1024)
    for (;;) {
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, this.#position)
      if (bytesRead === 0) return
      this.#position += bytesRead
      const bytes = Buffer.concat([this.#rest, piece.subarray(0, bytesRead)])
      const end = bytes.lastIndexOf(0x0a) + 1
      this.#rest = Buffer.from(bytes.subarray(end))
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n')
    }
  }

  /** Whether the file still has this name; one that is missing is about to be begun. */
  async isAt(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => undefined)
    return found === undefined || found.ino === this.inode
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
