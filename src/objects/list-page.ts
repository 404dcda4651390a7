/** A page of a list, from keys in order: common prefixes are rolled up, and what they cover is skipped. */
import { compareStrings } from '../model/set-order.js'
import type { ListOptions } from './object-store.js'

/** Where a walk over keys begins. */
export interface WalkStart {
  readonly prefix: string
  /** Only keys after this one; with `wholePrefix` also none that begins with it. */
  readonly after: string
  readonly wholePrefix: boolean
}

/** Keys in order, without any that `start` excludes. */
export type KeyWalk = (start: WalkStart) => AsyncIterable<string> | Iterable<string>

export interface KeyPage {
  readonly keys: readonly string[]
  readonly commonPrefixes: readonly string[]
  readonly next: string | undefined
  readonly more: boolean
}

/** Whether a key lies before the start of a walk or outside its prefix. */
export function isExcluded(key: string, { prefix, after, wholePrefix }: WalkStart): boolean {
  if (!key.startsWith(prefix)) return true
  if (after === '') return false
  return compareStrings(key, after) <= 0 || (wholePrefix && key.startsWith(after))
}

/** Whether all keys that begin with `stem` are excluded. */
export function isStemExcluded(stem: string, { prefix, after, wholePrefix }: WalkStart): boolean {
  if (!stem.startsWith(prefix) && !prefix.startsWith(stem)) return true
  if (after === '' || after.startsWith(stem)) return wholePrefix && after !== '' && after === stem
  return compareStrings(stem, after) < 0 || (wholePrefix && stem.startsWith(after))
}

export async function pageOfKeys(walk: KeyWalk, options: ListOptions): Promise<KeyPage> {
  const { prefix = '', after = '', delimiter, entriesMax } = options
  const page = { keys: [] as string[], commonPrefixes: [] as string[] }
  let last: string | undefined
  let count = 0
  const isRolled = isCommonPrefix(after, prefix, delimiter)
  let start: WalkStart | undefined = { prefix, after, wholePrefix: isRolled }
  while (start !== undefined) {
    const from: WalkStart = start
    start = undefined
    for await (const key of walk(from)) {
      if (count === entriesMax) return { ...page, next: last, more: true }
      count++
      const rolled = commonPrefixOf(key, prefix, delimiter)
      last = rolled ?? key
      if (rolled === undefined) page.keys.push(key)
      else {
        page.commonPrefixes.push(rolled)
        start = { prefix, after: rolled, wholePrefix: true }
        break
      }
    }
  }
  return { ...page, next: undefined, more: false }
}

function isCommonPrefix(after: string, prefix: string, delimiter: string | undefined): boolean {
  return after !== '' && commonPrefixOf(after, prefix, delimiter) === after
}

function commonPrefixOf(
  key: string,
  prefix: string,
  delimiter: string | undefined,
): string | undefined {
  if (delimiter === undefined || delimiter === '' || !key.startsWith(prefix)) return undefined
  const at = key.indexOf(delimiter, prefix.length)
  return at === -1 ? undefined : key.slice(0, at + delimiter.length)
}
