/**
 * Reads the pages of an LMDB file without LMDB, and believes nothing that they say.
 *
 * The library trusts the file it maps: a page that is not what it should be does not make it fail, it
 * crashes the process. So a file in doubt is looked at here first, by the layout of LMDB's data
 * format 2. A page that fails a check throws `PageFault`.
 */
import { fstatSync, readSync } from 'node:fs'
import { type Meta, numberAt } from './meta-pages.js'

export type PageFaultKind =
  /** The file ends before a page that is in use. */
  | 'missing'
  /** A page was written after the last commit that the file knows of. */
  | 'newer'
  /** A page is not what the page that points to it says, or its contents do not fit into it. */
  | 'broken'

export class PageFault extends Error {
  override readonly name = 'PageFault'
  readonly kind: PageFaultKind

  constructor(kind: PageFaultKind, page: number) {
    super(`page ${page} is ${kind}`)
    this.kind = kind
  }
}

/** Where a value is: in the page, or in pages of its own. */
export interface PageNode {
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueEnd: number
  readonly overflow: boolean
}

const headerBytes = 24
const nodeHeaderBytes = 8
const kindFlags = 0x6f
const branchFlag = 0x01
const leafFlag = 0x02
const overflowFlag = 0x04
const bigValueFlag = 0x01
const overflowReferenceBytes = 24

/** Offsets of the fields in a page's header. */
const at = { page: 0, transaction: 8, flags: 18, lower: 20, upper: 22, pages: 20 } as const

export class PageFile {
  readonly meta: Meta
  readonly #file: number
  readonly #pages: number

  constructor(file: number, meta: Meta) {
    this.meta = meta
    this.#file = file
    // Measured after the meta page was read: another process that shares the file may be growing it.
    this.#pages = Math.floor(fstatSync(file).size / meta.pageBytes)
  }

  get isShort(): boolean {
    return this.#pages <= this.meta.lastPage
  }

  branch(page: number, into: Buffer): number {
    return this.#readTreePage(page, branchFlag, into)
  }

  leaf(page: number, into: Buffer): number {
    return this.#readTreePage(page, leafFlag, into)
  }

  /** Reads a page of a tree and returns how many nodes it has. */
  #readTreePage(page: number, kind: number, into: Buffer): number {
    this.#read(page, into, this.meta.pageBytes)
    if ((into.readUInt16LE(at.flags) & kindFlags) !== kind) throw new PageFault('broken', page)
    const [lower, upper] = [into.readUInt16LE(at.lower), into.readUInt16LE(at.upper)]
    const fits = lower % 2 === 0 && lower <= upper && upper <= into.length - headerBytes
    if (!fits || lower === 0) throw new PageFault('broken', page)
    return lower / 2
  }

  /** Checks the first of the pages that a large value has, and returns their number. */
  overflow(leaf: Buffer, node: PageNode): number {
    const page = numberAt(leaf, node.keyEnd)
    const pages = numberAt(leaf, node.keyEnd + 16)
    const header = Buffer.alloc(headerBytes)
    this.#read(page, header, headerBytes)
    const isOverflow = (header.readUInt16LE(at.flags) & kindFlags) === overflowFlag
    if (!isOverflow || header.readUInt32LE(at.pages) !== pages) throw new PageFault('broken', page)
    this.requirePage(page + pages - 1)
    return pages
  }

  #read(page: number, into: Buffer, bytes: number): void {
    this.requirePage(page)
    const got = readSync(this.#file, into, 0, bytes, page * this.meta.pageBytes)
    if (got < bytes) throw new PageFault('missing', page)
    if (numberAt(into, at.transaction) > this.meta.transaction) throw new PageFault('newer', page)
    if (numberAt(into, at.page) !== page) throw new PageFault('broken', page)
  }

  /** Pages 0 and 1 are the meta pages. */
  requirePage(page: number): void {
    if (page < 2 || page > this.meta.lastPage) throw new PageFault('broken', page)
    if (page >= this.#pages) throw new PageFault('missing', page)
  }
}

/** The child that a node of a branch page points to. */
export function childOf(branch: Buffer, index: number): number {
  const { keyStart } = branchNode(branch, index)
  return branch.readUIntLE(keyStart - nodeHeaderBytes, 6)
}

export function branchNode(branch: Buffer, index: number): PageNode {
  return nodeAt(branch, index, () => 0)
}

export function leafNode(leaf: Buffer, index: number): PageNode {
  return nodeAt(leaf, index, (node) =>
    isBig(leaf, node) ? overflowReferenceBytes : leaf.readUInt32LE(node),
  )
}

function isBig(leaf: Buffer, node: number): boolean {
  return (leaf.readUInt16LE(node + 4) & bigValueFlag) !== 0
}

function nodeAt(page: Buffer, index: number, valueBytes: (node: number) => number): PageNode {
  const node = page.readUInt16LE(headerBytes + 2 * index) + headerBytes
  const keyStart = node + nodeHeaderBytes
  const fitsHeader = node >= page.readUInt16LE(at.upper) + headerBytes && keyStart <= page.length
  if (!fitsHeader) throw new PageFault('broken', numberAt(page, at.page))
  const keyEnd = keyStart + page.readUInt16LE(node + 6)
  const valueEnd = keyEnd + valueBytes(node)
  if (valueEnd > page.length) throw new PageFault('broken', numberAt(page, at.page))
  return { keyStart, keyEnd, valueEnd, overflow: isBig(page, node) }
}
