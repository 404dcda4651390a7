/**
 * The keys of a bucket in order, read from its folders. However many files a folder has, only some of their
 * names are in memory: the folder is read again for the next ones.
 *
 * Folders are not in the order of keys: `a-b` comes between `a` and `a/b`, and a name that goes on in another
 * folder overlaps with its neighbours. So what a folder holds is merged: an entry is opened when the walk
 * reaches the first key that it could hold.
 */
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { compareStrings } from '../../model/set-order.js'
import { folderEntriesMax } from '../limits.js'
import { isExcluded, isStemExcluded, type WalkStart } from '../list-page.js'
import { unlessMissing } from './file-faults.js'
import { besideFolder, keyOfNames, ownFolder, readName } from './file-names.js'

interface Entry {
  readonly kind: 'file' | 'folder'
  readonly names: readonly string[]
  /** The key of a file; what all keys in a folder begin with. */
  readonly stem: string
}

interface Opened {
  key: string
  readonly rest: AsyncIterator<string>
}

export function walkFolder(bucketPath: string, start: WalkStart): AsyncIterable<string> {
  return walk(bucketPath, { kind: 'folder', names: [], stem: '' }, start)
}

async function* walk(bucketPath: string, folder: Entry, start: WalkStart): AsyncGenerator<string> {
  const entries = entriesOf(bucketPath, folder, start)
  const opened: Opened[] = []
  let next = await entries.next()
  let last: string | undefined
  for (;;) {
    while (next.done !== true && isReached(next.value, smallest(opened))) {
      await open(bucketPath, next.value, start, opened)
      next = await entries.next()
    }
    const least = smallest(opened)
    if (least === undefined) return
    // A file may be there under both of its names.
    if (least.key !== last) yield least.key
    last = least.key
    await advance(opened, least)
  }
}

function isReached(entry: Entry, least: Opened | undefined): boolean {
  return least === undefined || compareStrings(entry.stem, least.key) <= 0
}

function smallest(opened: readonly Opened[]): Opened | undefined {
  let least: Opened | undefined
  for (const each of opened) {
    if (least === undefined || compareStrings(each.key, least.key) < 0) least = each
  }
  return least
}

async function open(
  bucketPath: string,
  entry: Entry,
  start: WalkStart,
  opened: Opened[],
): Promise<void> {
  if (entry.kind === 'file') return void opened.push({ key: entry.stem, rest: nothing() })
  const rest = walk(bucketPath, entry, start)
  const first = await rest.next()
  if (first.done !== true) opened.push({ key: first.value, rest })
}

async function advance(opened: Opened[], one: Opened): Promise<void> {
  const next = await one.rest.next()
  if (next.done === true) opened.splice(opened.indexOf(one), 1)
  else one.key = next.value
}

async function* nothing(): AsyncGenerator<string> {}

/** What a folder holds, in order, some at a time. */
async function* entriesOf(
  bucketPath: string,
  folder: Entry,
  start: WalkStart,
): AsyncGenerator<Entry, undefined> {
  let after: Entry | undefined
  for (;;) {
    const found = await smallestEntries(bucketPath, folder, start, after)
    yield* found
    if (found.length < folderEntriesMax) return
    after = found.at(-1)
  }
}

async function smallestEntries(
  bucketPath: string,
  folder: Entry,
  start: WalkStart,
  after: Entry | undefined,
): Promise<readonly Entry[]> {
  const found: Entry[] = []
  const trim = (): void => {
    found.sort(compareEntries)
    found.length = Math.min(found.length, folderEntriesMax)
  }
  const directory = await unlessMissing(opendir(join(bucketPath, ...folder.names)))
  if (directory === undefined) return []
  for await (const dirent of directory) {
    const entry = entryOf(folder, dirent)
    if (entry === undefined || isOutside(entry, start)) continue
    if (after !== undefined && compareEntries(entry, after) <= 0) continue
    found.push(entry)
    if (found.length >= 2 * folderEntriesMax) trim()
  }
  trim()
  return found
}

/** Links and what is neither a file nor a folder are no objects. */
function entryOf({ names, stem }: Entry, dirent: Dirent): Entry | undefined {
  if (names.length === 0 && dirent.name.toLowerCase() === ownFolder) return undefined
  if (dirent.isDirectory()) {
    const { text, goesOn } = readName(dirent.name)
    return {
      kind: 'folder',
      names: [...names, dirent.name],
      stem: stem + text + (goesOn ? '' : '/'),
    }
  }
  if (!dirent.isFile()) return undefined
  const plain = dirent.name.endsWith(besideFolder)
    ? dirent.name.slice(0, -besideFolder.length)
    : dirent.name
  const key = keyOfNames([...names, plain])
  return key === undefined ? undefined : { kind: 'file', names: [...names, dirent.name], stem: key }
}

function isOutside({ kind, stem }: Entry, start: WalkStart): boolean {
  return kind === 'file' ? isExcluded(stem, start) : isStemExcluded(stem, start)
}

function compareEntries(a: Entry, b: Entry): number {
  return compareStrings(a.stem, b.stem) || compareStrings(a.names.at(-1)!, b.names.at(-1)!)
}
