/**
 * What is known of a file besides its content: etag, type, metadata. It is in a small file of its own that
 * is named after the content's identity (inode and time), so it stays with the file if somebody moves it,
 * and is forgotten if somebody changes it. A file without one was put there by hand.
 */
import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectInfo } from '../object-store.js'
import { systemCodeOf, unlessMissing } from './file-faults.js'
import { ownFolder } from './file-names.js'
import { writeDurably } from './write-durably.js'

export type FileFacts = Pick<ObjectInfo, 'etag' | 'contentType' | 'metadata' | 'headers'>

export async function readFileInfo(
  bucketPath: string,
  key: string,
  stats: BigIntStats,
): Promise<ObjectInfo> {
  const facts = (await readFacts(factsPath(bucketPath, stats))) ?? { etag: etagOfFile(stats) }
  return { key, bytes: Number(stats.size), modifiedAtMs: Number(stats.mtimeMs), ...facts }
}

export async function writeFacts(
  bucketPath: string,
  stats: BigIntStats,
  facts: FileFacts,
): Promise<void> {
  const path = factsPath(bucketPath, stats)
  const text = JSON.stringify(facts)
  if ((await unlessMissing(writeDurably(path, text).then(() => true))) === true) return
  await makeFolders(dirname(dirname(path)), dirname(path))
  await writeDurably(path, text)
}

/** Not `recursive`: a bucket that was deleted must not come back. */
async function makeFolders(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'EEXIST') throw error
    })
  }
}

export async function removeFacts(bucketPath: string, stats: BigIntStats): Promise<void> {
  await rm(factsPath(bucketPath, stats), { force: true })
}

export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.mtimeNs === b.mtimeNs
}

function factsPath(bucketPath: string, { ino, mtimeNs }: BigIntStats): string {
  const shelf = (ino % 256n).toString(16).padStart(2, '0')
  return join(bucketPath, ownFolder, 'facts', shelf, `${ino.toString(16)}-${mtimeNs.toString(16)}`)
}

/** What cannot be read was cut short by a crash, and says nothing. */
async function readFacts(path: string): Promise<FileFacts | undefined> {
  const text = await unlessMissing(readFile(path, 'utf8'))
  try {
    const facts = JSON.parse(text ?? '{}') as Partial<FileFacts>
    return typeof facts.etag === 'string' ? (facts as FileFacts) : undefined
  } catch {
    return undefined
  }
}

/** The content is not read for it, so it is no MD5; it looks like that of an object in parts, which is none. */
function etagOfFile({ ino, mtimeNs, size }: BigIntStats): string {
  return `${createHash('md5').update(`${ino} ${mtimeNs} ${size}`).digest('hex')}-1`
}
