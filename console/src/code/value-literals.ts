/** Members of a request as literals of a language that writes maps in braces and lists in brackets. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import type { Literal } from './literal.js'
import type { Member } from './request.js'

/** How a language writes what is inside. */
export interface LiteralWords {
  /** The name of an entry of a map. */
  readonly name: (name: string) => string
  readonly text: (text: string) => string
  readonly bytes: (base64: string) => string
  readonly flag: (flag: boolean) => string
}

export class ValueLiterals {
  readonly #words: LiteralWords

  constructor(words: LiteralWords) {
    this.#words = words
  }

  member(member: Member): Literal | string {
    switch (member.kind) {
      case 'count':
        return String(member.count)
      case 'flag':
        return this.#words.flag(member.flag)
      case 'names':
        return this.#map(member.names, (text) => this.#words.text(text))
      case 'item':
        return this.#item(member.item)
      case 'list':
        return listOf(member.values.map((value) => this.#value(value)))
      default:
        return this.#words.text(member.text)
    }
  }

  #map<Value>(
    members: Readonly<Record<string, Value>>,
    write: (value: Value) => Literal | string,
  ): Literal {
    const entries = Object.entries(members).map(
      ([name, value]) => [`${this.#words.name(name)}: `, write(value)] as const,
    )
    return { open: '{', close: '}', entries }
  }

  #item(item: Item): Literal {
    return this.#map(item, (value) => this.#value(value))
  }

  #value(value: AttributeValue): Literal {
    const [type, inner] = Object.entries(value)[0] as [string, unknown]
    return this.#map({ [type]: inner }, () => this.#inner(type, inner))
  }

  #inner(type: string, inner: unknown): Literal | string {
    const { text, bytes, flag } = this.#words
    switch (type) {
      case 'M':
        return this.#item(inner as Item)
      case 'L':
        return listOf((inner as readonly AttributeValue[]).map((value) => this.#value(value)))
      case 'B':
        return bytes(inner as string)
      case 'BS':
        return listOf((inner as readonly string[]).map(bytes))
      case 'SS':
      case 'NS':
        return listOf((inner as readonly string[]).map(text))
      case 'NULL':
      case 'BOOL':
        return flag(inner as boolean)
      default:
        return text(inner as string)
    }
  }
}

function listOf(entries: readonly (Literal | string)[]): Literal {
  return { open: '[', close: ']', entries: entries.map((entry) => ['', entry]) }
}
