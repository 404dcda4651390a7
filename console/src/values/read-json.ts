/**
 * Reads a JSON text that people wrote: numbers stay texts, and every part knows where it stands, so
 * that what is wrong with it can be shown there.
 */
import { jsonLevelsMax } from './limits.js'

/** Where a part of a text begins and ends. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type JsonNode =
  | (Span & { readonly kind: 'string'; readonly text: string })
  | (Span & { readonly kind: 'number'; readonly text: string })
  | (Span & { readonly kind: 'boolean'; readonly value: boolean })
  | (Span & { readonly kind: 'null' })
  | (Span & { readonly kind: 'array'; readonly elements: readonly JsonNode[] })
  | (Span & { readonly kind: 'object'; readonly members: readonly JsonMember[] })

export interface JsonMember {
  readonly name: string
  readonly nameSpan: Span
  readonly value: JsonNode
}

/** What is wrong with a text, and where. */
export interface TextFault extends Span {
  readonly message: string
}

export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
  readonly fault: TextFault
  constructor(message: string, { start, end }: Span) {
    super(message)
    this.fault = { message, start, end }
  }
}

/** Throws a `JsonTextError`. */
export function readJson(text: string): JsonNode {
  const reader = new Reader(text)
  const node = reader.value(0)
  reader.blanks()
  if (reader.at < text.length) reader.fail('The text goes on after its end')
  return node
}

const blank = /[ \t\n\r]*/y
const numberGrammar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
// eslint-disable-next-line no-control-regex
const stringGrammar = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  value(level: number): JsonNode {
    if (level > jsonLevelsMax) this.fail('Nested too deep')
    this.blanks()
    switch (this.text[this.at]) {
      case '{':
        return this.#object(level)
      case '[':
        return this.#array(level)
      case '"':
        return { kind: 'string', ...this.#string() }
      default:
        return this.#scalar()
    }
  }

  blanks(): void {
    this.#match(blank)
  }

  fail(message: string): never {
    throw new JsonTextError(message, {
      start: this.at,
      end: Math.min(this.at + 1, this.text.length),
    })
  }

  #object(level: number): JsonNode {
    const start = this.at++
    const members: JsonMember[] = []
    const names = new Set<string>()
    this.blanks()
    while (this.text[this.at] !== '}') {
      if (members.length > 0) this.#expect(',', 'Expected a comma or }')
      this.blanks()
      if (this.text[this.at] !== '"') this.fail('Expected a name in double quotes')
      const { text: name, ...nameSpan } = this.#string()
      if (names.has(name))
        throw new JsonTextError(`${JSON.stringify(name)} stands here twice`, nameSpan)
      names.add(name)
      this.#expect(':', 'Expected a colon')
      members.push({ name, nameSpan, value: this.value(level + 1) })
      this.blanks()
    }
    return { kind: 'object', members, start, end: ++this.at }
  }

  #array(level: number): JsonNode {
    const start = this.at++
    const elements: JsonNode[] = []
    this.blanks()
    while (this.text[this.at] !== ']') {
      if (elements.length > 0) this.#expect(',', 'Expected a comma or ]')
      elements.push(this.value(level + 1))
      this.blanks()
    }
    return { kind: 'array', elements, start, end: ++this.at }
  }

  #string(): Span & { readonly text: string } {
    const start = this.at
    const matched = this.#match(stringGrammar)
    if (matched === undefined)
      this.fail('This text in quotes does not end, or has a character that needs a backslash')
    return { text: JSON.parse(matched) as string, start, end: this.at }
  }

  #scalar(): JsonNode {
    const start = this.at
    const known = this.#match(word)
    if (known === 'null') return { kind: 'null', start, end: this.at }
    if (known !== undefined)
      return { kind: 'boolean', value: known === 'true', start, end: this.at }
    const text = this.#match(numberGrammar)
    if (text === undefined)
      this.fail(start < this.text.length ? 'Expected a value' : 'The text ends too early')
    return { kind: 'number', text, start, end: this.at }
  }

  #expect(character: string, message: string): void {
    this.blanks()
    if (this.text[this.at] !== character) this.fail(message)
    this.at++
  }

  #match(grammar: RegExp): string | undefined {
    grammar.lastIndex = this.at
    const matched = grammar.exec(this.text)?.[0]
    this.at += matched?.length ?? 0
    return matched
  }
}

/** Both counted from one. */
export function lineOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
