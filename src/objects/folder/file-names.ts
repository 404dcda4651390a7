/**
 * Keys as paths of files, and back. A plain key is its own path, so that a file can be put into a bucket by
 * hand and an export be found with `ls`.
 *
 * What a file system would refuse or read differently is escaped after a `%`: `%2E` for a byte, `%_` for
 * a segment without a name, `%+` at the end of a piece of a name that goes on in the folder of that name,
 * and `%~` at the end of a file whose plain name is taken by a folder. A `%` that would be read as one of
 * these is escaped itself. Hence two keys never share a path, and no path leaves its bucket.
 */
import { fileNameBytesMax } from '../limits.js'

/** What a bucket's folder holds besides objects. */
export const ownFolder = '.gramme'
/** At the end of a file whose plain name a folder has. */
export const besideFolder = '%~'

const goesOn = '%+'
const nameless = '%_'

/** Control characters everywhere, and what Windows has other uses for. */
const refused = process.platform === 'win32' ? /[\p{Cc}\\:*?"<>|]/u : /\p{Cc}/u
const escape = /^%(?:[0-9A-F]{2}|[_+~])/

/** The names from the bucket's folder to the file. */
export function namesOfKey(key: string): readonly string[] {
  return key.split('/').flatMap((segment, i) => pieces(tokensOf(segment, i === 0)))
}

/** Undefined if no key has this path, for example because of an escape that we would not write. */
export function keyOfNames(names: readonly string[]): string | undefined {
  let key = ''
  names.forEach((name, i) => {
    const piece = readName(name)
    key += piece.text + (piece.goesOn || i === names.length - 1 ? '' : '/')
  })
  const again = namesOfKey(key)
  const same = again.length === names.length && again.every((name, i) => name === names[i])
  return same ? key : undefined
}

export interface ReadName {
  readonly text: string
  /** Whether the next name belongs to the same segment. */
  readonly goesOn: boolean
}

export function readName(name: string): ReadName {
  if (name === nameless) return { text: '', goesOn: false }
  const cut = name.endsWith(goesOn)
  const escaped = cut ? name.slice(0, -goesOn.length) : name
  return { text: escaped.replace(/%([0-9A-F]{2})/g, unescaped), goesOn: cut }
}

function unescaped(_escape: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** A character each, or its escape. */
function tokensOf(segment: string, isFirst: boolean): readonly string[] {
  if (segment === '') return [nameless]
  const hidesFolder = isFirst && segment.toLowerCase() === ownFolder
  const isDots = segment === '.' || segment === '..'
  const tokens: string[] = []
  let offset = 0
  for (const character of segment) {
    const atDot = offset === 0 && (isDots || hidesFolder)
    const isEscape = character === '%' && escape.test(segment.slice(offset, offset + 3))
    tokens.push(atDot || isEscape || refused.test(character) ? escaped(character) : character)
    offset += character.length
  }
  return tokens
}

/** What is escaped has at most eight bits: control characters go up to U+009F. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function pieces(tokens: readonly string[]): readonly string[] {
  const names: string[] = []
  let name = ''
  let bytes = 0
  for (const token of tokens) {
    const length = Buffer.byteLength(token)
    if (bytes + length > fileNameBytesMax) {
      names.push(name + goesOn)
      name = ''
      bytes = 0
    }
    name += token
    bytes += length
  }
  return [...names, name]
}
