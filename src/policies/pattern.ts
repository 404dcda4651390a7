/**
 * Texts of a policy with wildcards and variables: `*` is any text, `?` one character, and `${key}` the
 * value that a request has under a key.
 *
 * A value that is put in is taken as it is: its own `*` and `?` are no wildcards. Matching takes at most
 * the product of the two lengths, whatever the pattern.
 */
import type { RequestKeys } from './request-keys.js'

/** A text that is ready to be compared. */
export interface Pattern {
  /** Set if nothing in it is a wildcard: then it is compared as a whole. */
  readonly exact: string | undefined
  readonly symbols: readonly PatternSymbol[]
}

/** A character, or a wildcard. */
type PatternSymbol = string | typeof anyText | typeof anyCharacter

const anyText = Symbol('*')
const anyCharacter = Symbol('?')

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly symbol: PatternSymbol }
  | { readonly kind: 'variable'; readonly key: string; readonly fallback: string | undefined }

export interface PatternRules {
  /** Whether `*` and `?` are wildcards here. */
  readonly wildcards: boolean
  /** Whether `${…}` is replaced here; policies of 2008 have no variables. */
  readonly variables: boolean
}

/** A pattern that may wait for the values of a request. */
export class Template {
  readonly #parts: readonly Part[]
  /** Known at once if there are no variables. */
  readonly #fixed: Pattern | undefined

  constructor(text: string, rules: PatternRules) {
    this.#parts = partsOf(text, rules)
    const waits = this.#parts.some(({ kind }) => kind === 'variable')
    this.#fixed = waits ? undefined : patternOf(this.#parts)
  }

  /** Whether it is the same for every request. */
  get isFixed(): boolean {
    return this.#fixed !== undefined
  }

  /** What everything that it matches begins with. */
  get fixedStart(): string {
    const [first] = this.#parts
    return first?.kind === 'text' ? first.text : ''
  }

  /** As `fill`, of a template without wildcards: the text itself. */
  fillText(keys: RequestKeys): string | undefined {
    if (this.#fixed !== undefined) return this.#fixed.exact
    let filled = ''
    for (const part of this.#parts) {
      const text =
        part.kind === 'variable' ? (valueOf(keys, part.key) ?? part.fallback) : textIn(part)
      if (text === undefined) return undefined
      filled += text
    }
    return filled
  }

  /** Undefined if a variable has no value and no default: then nothing matches. */
  fill(keys: RequestKeys): Pattern | undefined {
    if (this.#fixed !== undefined) return this.#fixed
    const parts: Part[] = []
    for (const part of this.#parts) {
      if (part.kind !== 'variable') {
        parts.push(part)
        continue
      }
      const text = valueOf(keys, part.key) ?? part.fallback
      if (text === undefined) return undefined
      parts.push({ kind: 'text', text })
    }
    return patternOf(parts)
  }
}

function textIn(part: Part): string | undefined {
  return part.kind === 'text' ? part.text : undefined
}

/** AWS: only keys with a single value can be put in. */
function valueOf(keys: RequestKeys, key: string): string | undefined {
  const found = keys.get(key)
  return typeof found === 'string' ? found : undefined
}

/** `${key}`, `${key, 'default'}`, and `${*}`, `${?}` and `${$}` for the characters themselves. */
const variable = /\$\{\s*(?:([*?$])|([^,{}]*?)\s*(?:,\s*'([^']*)'\s*)?)\}/y

function partsOf(text: string, { wildcards, variables }: PatternRules): readonly Part[] {
  const parts: Part[] = []
  let plain = ''
  const endPlain = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    const match = variables && character === '$' ? variableAt(text, at) : null
    if (match !== null) {
      at += match[0].length - 1
      if (match[1] !== undefined) plain += match[1]
      else {
        endPlain()
        parts.push({ kind: 'variable', key: match[2]!.toLowerCase(), fallback: match[3] })
      }
    } else if (wildcards && (character === '*' || character === '?')) {
      endPlain()
      parts.push({ kind: 'wildcard', symbol: character === '*' ? anyText : anyCharacter })
    } else plain += character
  }
  endPlain()
  return parts
}

function variableAt(text: string, at: number): RegExpExecArray | null {
  variable.lastIndex = at
  return variable.exec(text)
}

function patternOf(parts: readonly Part[]): Pattern {
  const symbols = parts.flatMap((part): readonly PatternSymbol[] => {
    if (part.kind === 'wildcard') return [part.symbol]
    return part.kind === 'text' ? part.text.split('') : []
  })
  const isExact = symbols.every((symbol) => typeof symbol === 'string')
  return { exact: isExact ? symbols.join('') : undefined, symbols }
}

/** A text in which only `*` and `?` mean something. */
export function patternOfText(text: string): Pattern {
  return patternOf(partsOf(text, { wildcards: true, variables: false }))
}

export function matchesPattern({ exact, symbols }: Pattern, text: string): boolean {
  if (exact !== undefined) return exact === text
  // Goes back to the last `*` only: what an earlier one covers need never change.
  let at = 0
  let next = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    const symbol = symbols[next]
    if (symbol === anyText) {
      star = next++
      resume = at
    } else if (symbol === anyCharacter || symbol === text[at]) {
      next++
      at++
    } else if (star >= 0) {
      next = star + 1
      at = ++resume
    } else return false
  }
  while (symbols[next] === anyText) next++
  return next === symbols.length
}
