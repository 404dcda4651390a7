/**
 * Reads one value of Ion text as an attribute value, not yet checked by the rules of the model.
 *
 * Ion that no attribute value can mean (timestamps, clobs, S-expressions, infinite numbers) is a
 * fault of the item; text that is not Ion is unreadable. Annotations other than those of sets have
 * no meaning here.
 */
import { decodeBlob } from '../../model/decode-blob.js'
import { validation } from '../../model/errors.js'
import { nestingLevelsMax } from '../../model/limits.js'
import { tooDeep, type RawAttributeValue } from '../../model/read-attribute-value.js'
import { UnreadableText } from '../text-record.js'
import { readIonNumber } from './ion-number.js'
import { isLongString, readLongString, readQuoted } from './ion-text.js'

/** The struct around `Item`, and `Item` itself. */
const outerLevels = 2

export function parseIon(source: string): RawAttributeValue {
  const parser = new IonParser(source)
  const value = parser.value(1 - outerLevels)
  parser.end()
  return value
}

class IonParser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  end(): void {
    this.#skipBlanks()
    if (this.#at < this.#source.length) throw malformed()
  }

  value(level: number): RawAttributeValue {
    if (level > nestingLevelsMax) throw tooDeep('value')
    let set: string | undefined
    for (let name = this.#annotation(); name !== undefined; name = this.#annotation()) {
      if (name.startsWith(setPrefix)) set = name
    }
    const value = this.#bareValue(level)
    return set === undefined ? value : asSet(set, value)
  }

  /** The name of an annotation, if one comes next. */
  #annotation(): string | undefined {
    this.#skipBlanks()
    const start = this.#at
    const unit = this.#source[start]
    if (unit === undefined || !symbolStart.test(unit) || isLongString(this.#source, start)) {
      return undefined
    }
    const name = unit === "'" ? this.#quoted() : this.#token()
    this.#skipBlanks()
    if (this.#isAt('::')) {
      this.#at += 2
      return name
    }
    this.#at = start
    return undefined
  }

  #bareValue(level: number): RawAttributeValue {
    const unit = this.#source[this.#at]
    if (unit === '{') return this.#isAt('{{') ? this.#blob() : { M: this.#struct(level + 1) }
    if (unit === '[') return { L: this.#list(level + 1) }
    if (unit === '"' || isLongString(this.#source, this.#at)) return { S: this.#string() }
    if (unit === '(') throw noAttribute('an S-expression')
    return this.#symbolOrNumber()
  }

  #struct(level: number): { readonly [name: string]: RawAttributeValue } {
    const members: [string, RawAttributeValue][] = []
    this.#at++
    while (!this.#ends('}')) {
      const name = this.#fieldName()
      this.#skipBlanks()
      if (this.#source[this.#at++] !== ':') throw malformed()
      members.push([name, this.value(level)])
      this.#separator('}')
    }
    return Object.fromEntries(members)
  }

  #fieldName(): string {
    const unit = this.#source[this.#at]
    if (unit === '"' || isLongString(this.#source, this.#at)) return this.#string()
    if (unit === "'") return this.#quoted()
    const token = this.#token()
    if (!fieldIdentifier.test(token) || reserved.has(token)) throw malformed()
    refuseSymbolId(token)
    return token
  }

  #list(level: number): RawAttributeValue[] {
    const elements: RawAttributeValue[] = []
    this.#at++
    while (!this.#ends(']')) {
      elements.push(this.value(level))
      this.#separator(']')
    }
    return elements
  }

  /** Whether the container ends here, which it may after a comma too. */
  #ends(close: string): boolean {
    this.#skipBlanks()
    if (this.#source[this.#at] !== close) return false
    this.#at++
    return true
  }

  #separator(close: string): void {
    this.#skipBlanks()
    const unit = this.#source[this.#at]
    if (unit === ',') this.#at++
    else if (unit !== close) throw malformed()
  }

  /** Long strings that follow each other are one. */
  #string(): string {
    if (this.#source[this.#at] === '"') return this.#quoted()
    const parts: string[] = []
    while (isLongString(this.#source, this.#at)) {
      const { text, end } = readLongString(this.#source, this.#at)
      parts.push(text)
      this.#at = end
      this.#skipBlanks()
    }
    return parts.join('')
  }

  #quoted(): string {
    const { text, end } = readQuoted(this.#source, this.#at)
    this.#at = end
    return text
  }

  #blob(): RawAttributeValue {
    const end = this.#source.indexOf('}}', this.#at)
    const content = this.#source.slice(this.#at + 2, end).replace(/[ \t\r\n\v\f]+/g, '')
    if (content.startsWith('"') || content.startsWith("'")) throw noAttribute('a clob')
    if (end === -1) throw malformed()
    this.#at = end + 2
    return { B: decodeBlob(content) }
  }

  #symbolOrNumber(): RawAttributeValue {
    if (this.#source[this.#at] === "'") return { S: this.#quoted() }
    const token = this.#token()
    if (!identifier.test(token)) return valueOfToken(token)
    const word = reservedValue(token)
    if (word !== undefined) return word
    refuseSymbolId(token)
    return { S: token }
  }

  /** Everything up to the next character that ends numbers, words and timestamps. */
  #token(): string {
    const source = this.#source
    const start = this.#at
    timestampStart.lastIndex = start
    const stops = timestampStart.test(source) ? timestampStops : tokenStops
    let at = start
    while (at < source.length && !stops.has(source[at]!)) at++
    if (at === start) throw malformed()
    this.#at = at
    return source.slice(start, at)
  }

  #isAt(text: string): boolean {
    return this.#source.startsWith(text, this.#at)
  }

  #skipBlanks(): void {
    const source = this.#source
    for (;;) {
      while (this.#at < source.length && blanks.has(source[this.#at]!)) this.#at++
      if (source[this.#at] !== '/') return
      const isLine = source[this.#at + 1] === '/'
      if (!isLine && source[this.#at + 1] !== '*') throw malformed()
      const end = source.indexOf(isLine ? '\n' : '*/', this.#at + 2)
      if (end === -1) throw malformed()
      this.#at = end + (isLine ? 1 : 2)
    }
  }
}

const blanks = new Set(' \t\n\r\v\f')
const timestampStops = new Set(' \t\n\r\v\f,]}[{()"\'/')
const tokenStops = new Set([...timestampStops, ':'])
const timestampStart = /\d{4}[-T]/y
const timestamp = /^\d{4}(?:T|-\d\d(?:T|-\d\d(?:T.*)?))$/
const symbolStart = /[A-Za-z_$']/
const fieldIdentifier = /^[A-Za-z_$][\w$]*$/
const identifier = /^[A-Za-z_$][\w$]*(?:\.[a-z]+)?$/
const nullForm =
  /^null(?:\.(?:null|bool|int|float|decimal|timestamp|string|symbol|blob|clob|struct|list|sexp))?$/
const reserved = new Set(['null', 'true', 'false', 'nan'])
const infinite = new Set(['+inf', '-inf'])

function reservedValue(token: string): RawAttributeValue | undefined {
  if (nullForm.test(token)) return { NULL: true }
  if (token.includes('.')) throw malformed()
  if (token === 'true' || token === 'false') return { BOOL: token === 'true' }
  if (token === 'nan') throw noAttribute('a number that is not a number')
  return undefined
}

function valueOfToken(token: string): RawAttributeValue {
  const number = readIonNumber(token)
  if (number !== undefined) return { N: number }
  if (infinite.has(token)) throw noAttribute('an infinite number')
  if (timestamp.test(token)) throw noAttribute('a timestamp')
  throw malformed()
}

function refuseSymbolId(token: string): void {
  if (/^\$\d+$/.test(token)) throw noAttribute(`the symbol ${token} of a symbol table`)
}

const setPrefix = '$dynamodb_'

/** AWS: sets are lists with an annotation. */
function asSet(annotation: string, value: RawAttributeValue): RawAttributeValue {
  const { L } = value
  if (L === undefined) throw noAttribute(`${annotation} that is not a list`)
  switch (annotation) {
    case '$dynamodb_SS':
      return { SS: L.map((member) => requireMember(member.S, annotation)) }
    case '$dynamodb_NS':
      return { NS: L.map((member) => requireMember(member.N, annotation)) }
    case '$dynamodb_BS':
      return { BS: L.map((member) => requireMember(member.B, annotation)) }
    default:
      throw noAttribute(annotation)
  }
}

function requireMember(member: string | undefined, annotation: string): string {
  if (member === undefined) throw noAttribute(`${annotation} with a member of another type`)
  return member
}

function noAttribute(what: string) {
  return validation(`The Ion text has ${what}, which is no attribute value`)
}

function malformed(): UnreadableText {
  return new UnreadableText('The Ion text cannot be parsed')
}
