/** Variables in texts of policies: `${key}`, `${key, 'default'}`, and `${*}`, `${?}` and `${$}` for these characters. */

export type FoundVariable =
  | { readonly kind: 'character'; readonly text: string; readonly end: number }
  | {
      readonly kind: 'variable'
      /** In lower case. */
      readonly key: string
      readonly fallback: string | undefined
      /** Where the text goes on. */
      readonly end: number
    }

/**
 * The variable that begins at a `$`; undefined if there is none, or it is not closed. What it reads is
 * never read again from a later `$`, so a text takes time in proportion to its length.
 */
export function variableAt(text: string, at: number): FoundVariable | undefined {
  if (text[at + 1] !== '{') return undefined
  const stop = endOfKey(text, at + 2)
  const key = text.slice(at + 2, stop).trim()
  if (text[stop] === '}') {
    const end = stop + 1
    return /^[*?$]$/.test(key)
      ? { kind: 'character', text: key, end }
      : { kind: 'variable', key: key.toLowerCase(), fallback: undefined, end }
  }
  return text[stop] === ',' ? withDefault(text, key, stop + 1) : undefined
}

/** Where a key stops: at a brace, a comma, or the end. */
function endOfKey(text: string, from: number): number {
  let at = from
  while (at < text.length && !',{}'.includes(text[at]!)) at++
  return at
}

function withDefault(text: string, key: string, from: number): FoundVariable | undefined {
  const open = skipBlanks(text, from)
  const close = text[open] === "'" ? text.indexOf("'", open + 1) : -1
  if (close === -1) return undefined
  const stop = skipBlanks(text, close + 1)
  if (text[stop] !== '}') return undefined
  const fallback = text.slice(open + 1, close)
  return { kind: 'variable', key: key.toLowerCase(), fallback, end: stop + 1 }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at]!.trim() === '') at++
  return at
}
