/**
 * Checks an LMDB file before LMDB opens it.
 *
 * The library trusts the file it maps: a file that is not its own does not make it fail, it crashes
 * the process. So the two meta pages at the start of every file are checked here first, by the
 * layout of LMDB's data format 2. This check cannot see damage further into the file.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type FileFault = 'not-lmdb' | 'truncated'

const magic = 0xbeefc0de
const dataFormat = 2
const pageBytesMin = 4096
const pageBytesMax = 65536
const metaPageFlag = 0x08
const metaBytes = 168

/** Offsets of the fields in a meta page. */
const at = {
  pageFlags: 18,
  magic: 24,
  format: 28,
  pageBytes: 48,
  freeRoot: 88,
  mainRoot: 136,
  transaction: 152,
} as const
const noRoot = 0xffff_ffff_ffff_ffffn

/** What is wrong with the file; undefined if no fault is found, or the file is missing or empty. */
export function findFileFault(path: string): FileFault | undefined {
  const file = openIfPresent(path)
  if (file === undefined) return undefined
  try {
    return fstatSync(file).size === 0 ? undefined : faultOf(file)
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

function faultOf(file: number): FileFault | undefined {
  const first = readMeta(file, 0)
  if (first === undefined) return 'not-lmdb'
  const pageBytes = first.readUInt32LE(at.pageBytes)
  if (!isPageSize(pageBytes)) return 'not-lmdb'
  const second = readMeta(file, pageBytes)
  if (second === undefined) return 'truncated'
  // Measured after the roots were read: another process that shares the file may be growing it.
  const pages = Math.floor(fstatSync(file).size / pageBytes)
  return isTruncated(newer(first, second), pages) ? 'truncated' : undefined
}

function readMeta(file: number, position: number): Buffer | undefined {
  const meta = Buffer.alloc(metaBytes)
  if (readSync(file, meta, 0, metaBytes, position) < metaBytes) return undefined
  const isMeta =
    (meta.readUInt16LE(at.pageFlags) & metaPageFlag) !== 0 &&
    meta.readUInt32LE(at.magic) === magic &&
    meta.readUInt16LE(at.format) === dataFormat
  return isMeta ? meta : undefined
}

function isPageSize(bytes: number): boolean {
  return bytes >= pageBytesMin && bytes <= pageBytesMax && (bytes & (bytes - 1)) === 0
}

function newer(a: Buffer, b: Buffer): Buffer {
  return a.readBigUInt64LE(at.transaction) > b.readBigUInt64LE(at.transaction) ? a : b
}

/** The last pages of an intact file may be missing if they are free. Roots are never free. */
function isTruncated(meta: Buffer, pages: number): boolean {
  return [at.freeRoot, at.mainRoot].some((field) => {
    const root = meta.readBigUInt64LE(field)
    return root !== noRoot && root >= BigInt(pages)
  })
}
