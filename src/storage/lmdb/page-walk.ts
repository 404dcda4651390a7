/**
 * Follows the trees of an LMDB file from page to page, and finds records in them, without LMDB.
 *
 * A walk that reaches its end has seen every page in use, each of the kind and in the place that its
 * parent says, with as many pages and entries as the meta page counts and keys in order.
 */
import type { PageTree } from './meta-pages.js'
import { numberAt } from './meta-pages.js'
import {
  branchNode,
  childOf,
  leafNode,
  PageFault,
  type PageFile,
  type PageNode,
} from './page-file.js'

/** How far down to look. Branch pages are few, and name all leaves. */
export type WalkDepth = 'branches' | 'leaves'

/** LMDB's own limit. */
const depthMax = 32

/** Yields after each page it has read. Throws `PageFault`. */
export function* followPages(file: PageFile, depth: WalkDepth): Generator<void> {
  const { free, main } = file.meta
  yield* new TreeWalk(file, free, depth, isNumberBefore).run()
  yield* new TreeWalk(file, main, depth, isKeyBefore).run()
}

type IsBefore = (a: Buffer, b: Buffer) => boolean

/** Free pages are listed by the number of a transaction. */
function isNumberBefore(a: Buffer, b: Buffer): boolean {
  return a.length === 8 && b.length === 8 && numberAt(a, 0) < numberAt(b, 0)
}

function isKeyBefore(a: Buffer, b: Buffer): boolean {
  return a.compare(b) < 0
}

class TreeWalk {
  readonly #file: PageFile
  readonly #tree: PageTree
  readonly #depth: WalkDepth
  readonly #isBefore: IsBefore
  readonly #buffers: readonly Buffer[]
  readonly #seen = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
  #lastKey: Buffer | undefined

  constructor(file: PageFile, tree: PageTree, depth: WalkDepth, isBefore: IsBefore) {
    this.#file = file
    this.#tree = tree
    this.#depth = depth
    this.#isBefore = isBefore
    if (tree.depth > depthMax) throw new PageFault('broken', tree.root ?? 0)
    const pages = Array.from({ length: tree.depth + 1 })
    this.#buffers = pages.map(() => Buffer.alloc(file.meta.pageBytes))
  }

  *run(): Generator<void> {
    const { root, depth } = this.#tree
    if ((root === undefined) !== (depth === 0)) throw new PageFault('broken', root ?? 0)
    if (root !== undefined) yield* this.#visit(root, depth)
    this.#requireCounts()
  }

  *#visit(page: number, height: number): Generator<void> {
    if (this.#isPassed(height)) return this.#pass(page)
    if (height === 1) {
      this.#visitLeaf(page)
      yield
      return
    }
    const branch = this.#buffers[height]!
    const nodes = this.#file.branch(page, branch)
    this.#seen.branchPages++
    yield
    // Not by a generator each: a branch page names some two hundred leaves.
    const arePassed = this.#isPassed(height - 1)
    for (let index = 0; index < nodes; index++) {
      if (arePassed) this.#pass(childOf(branch, index))
      else yield* this.#visit(childOf(branch, index), height - 1)
    }
  }

  /** Whether pages of this height are leaves that nobody looks into. */
  #isPassed(height: number): boolean {
    return height === 1 && this.#depth === 'branches'
  }

  #pass(leaf: number): void {
    this.#seen.leafPages++
    this.#file.requirePage(leaf)
  }

  #visitLeaf(page: number): void {
    this.#seen.leafPages++
    const leaf = this.#buffers[1]!
    const nodes = this.#file.leaf(page, leaf)
    let last = this.#lastKey
    for (let index = 0; index < nodes; index++) {
      const node = leafNode(leaf, index)
      const key = keyOf(leaf, node)
      if (last !== undefined && !this.#isBefore(last, key)) throw new PageFault('broken', page)
      last = key
      if (node.overflow) this.#seen.overflowPages += this.#file.overflow(leaf, node)
    }
    this.#seen.entries += nodes
    // A copy: the next leaf is read into the same bytes.
    this.#lastKey = last && Buffer.from(last)
  }

  #requireCounts(): void {
    const counted = Object.entries(this.#seen).filter(
      ([name]) => this.#depth === 'leaves' || name === 'branchPages' || name === 'leafPages',
    )
    for (const [name, count] of counted) {
      if (count === this.#tree[name as keyof PageTree]) continue
      throw new PageFault('broken', this.#tree.root ?? 0)
    }
  }
}

/** The value of a key in the main tree, if it is small enough to be in its leaf. */
export function findInPages(file: PageFile, key: Buffer): Buffer | undefined {
  const { root, depth } = file.meta.main
  if (root === undefined) return undefined
  const page = Buffer.alloc(file.meta.pageBytes)
  let at = root
  for (let height = depth; height > 1; height--) {
    const nodes = file.branch(at, page)
    let index = nodes - 1
    // The first key of a branch page is not stored: it is lower than any other.
    while (index > 0 && keyOf(page, branchNode(page, index)).compare(key) > 0) index--
    at = childOf(page, index)
  }
  const nodes = file.leaf(at, page)
  for (let index = 0; index < nodes; index++) {
    const node = leafNode(page, index)
    if (!keyOf(page, node).equals(key)) continue
    return node.overflow ? undefined : Buffer.from(page.subarray(node.keyEnd, node.valueEnd))
  }
  return undefined
}

function keyOf(page: Buffer, { keyStart, keyEnd }: PageNode): Buffer {
  return page.subarray(keyStart, keyEnd)
}
