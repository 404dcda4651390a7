/**
 * Texts of a policy with wildcards and variables: `*` is any text, `?` one character, and `${key}` the
 * value that a request has under a key.
 *
 * A value that is put in is taken as it is: its own `*` and `?` are no wildcards.
 */
import type { RequestKeys } from './request-keys.js'
import { variableAt } from './variables.js'
import { patternOfParts, type Pattern, type PatternPart } from './wildcards.js'

type Part =
  | PatternPart
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
    const fixed = fixedIn(this.#parts)
    this.#fixed = fixed.length < this.#parts.length ? undefined : patternOfParts(fixed)
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
    const parts: PatternPart[] = []
    for (const part of this.#parts) {
      if (part.kind !== 'variable') {
        parts.push(part)
        continue
      }
      const text = valueOf(keys, part.key) ?? part.fallback
      if (text === undefined) return undefined
      parts.push({ kind: 'text', text })
    }
    return patternOfParts(parts)
  }
}

function fixedIn(parts: readonly Part[]): readonly PatternPart[] {
  return parts.filter((part) => part.kind !== 'variable')
}

function textIn(part: Part): string | undefined {
  return part.kind === 'text' ? part.text : undefined
}

/** AWS: only keys with a single value can be put in. */
function valueOf(keys: RequestKeys, key: string): string | undefined {
  const found = keys.get(key)
  return typeof found === 'string' ? found : undefined
}

function partsOf(text: string, { wildcards, variables }: PatternRules): readonly Part[] {
  const parts: Part[] = []
  let plain = ''
  const endPlain = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    const found = variables && character === '$' ? variableAt(text, at) : undefined
    if (found !== undefined) {
      at = found.end - 1
      if (found.kind === 'character') plain += found.text
      else {
        endPlain()
        parts.push({ kind: 'variable', key: found.key, fallback: found.fallback })
      }
    } else if (wildcards && (character === '*' || character === '?')) {
      endPlain()
      parts.push({ kind: character })
    } else plain += character
  }
  endPlain()
  return parts
}

/** A text in which only `*` and `?` mean something. */
export function patternOfText(text: string): Pattern {
  return patternOfParts(fixedIn(partsOf(text, { wildcards: true, variables: false })))
}
