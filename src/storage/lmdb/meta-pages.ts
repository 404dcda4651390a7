/**
 * The two meta pages at the start of an LMDB file, by the layout of LMDB's data format 2: the newer
 * one says where the trees of pages begin and how many pages are in use.
 */
import { fstatSync, readSync } from 'node:fs'

export type FileFault = 'empty' | 'not-lmdb' | 'truncated'

/** One of the two trees in a file: the free pages, or everything that was stored. */
export interface PageTree {
  readonly depth: number
  readonly branchPages: number
  readonly leafPages: number
  readonly overflowPages: number
  readonly entries: number
  /** Undefined if the tree is empty. */
  readonly root: number | undefined
}

export interface Meta {
  readonly pageBytes: number
  /** The last commit. Pages that belong to it carry this number or a lower one. */
  readonly transaction: number
  /** No page beyond this one is in use. A file may be shorter if its last pages are free. */
  readonly lastPage: number
  readonly free: PageTree
  readonly main: PageTree
}

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
  freeTree: 48,
  mainTree: 96,
  lastPage: 144,
  transaction: 152,
} as const

/** Offsets of the fields in the description of a tree. */
const inTree = { depth: 6, branch: 8, leaf: 16, overflow: 24, entries: 32, root: 40 } as const

/** The newer meta page, or why there is none. */
export function readMetaPages(file: number): Meta | FileFault {
  if (fstatSync(file).size === 0) return 'empty'
  const first = readMeta(file, 0)
  if (first === undefined) return 'not-lmdb'
  const pageBytes = first.readUInt32LE(at.pageBytes)
  if (!isPageSize(pageBytes)) return 'not-lmdb'
  const second = readMeta(file, pageBytes)
  if (second === undefined) return 'truncated'
  return metaOf(newer(first, second), pageBytes)
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

function metaOf(meta: Buffer, pageBytes: number): Meta {
  return {
    pageBytes,
    transaction: numberAt(meta, at.transaction),
    lastPage: numberAt(meta, at.lastPage),
    free: treeOf(meta.subarray(at.freeTree)),
    main: treeOf(meta.subarray(at.mainTree)),
  }
}

const noRoot = 0xffff_ffff_ffff_ffffn

function treeOf(tree: Buffer): PageTree {
  return {
    depth: tree.readUInt16LE(inTree.depth),
    branchPages: numberAt(tree, inTree.branch),
    leafPages: numberAt(tree, inTree.leaf),
    overflowPages: numberAt(tree, inTree.overflow),
    entries: numberAt(tree, inTree.entries),
    root: tree.readBigUInt64LE(inTree.root) === noRoot ? undefined : numberAt(tree, inTree.root),
  }
}

/** Eight bytes as a number; exact for anything that a file could hold. */
export function numberAt(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 2 ** 32
}
