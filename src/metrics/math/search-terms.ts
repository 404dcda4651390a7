/**
 * The first operand of SEARCH: `{AWS/DynamoDB,TableName} MetricName="UserErrors" OR orders`. Braces name the
 * namespace and exactly the dimensions of a series. A term in quotation marks is a whole value, another one a part
 * of it in any case of letters.
 */
import type { SeriesFilter } from '../metric-reader.js'
import type { SeriesId } from '../series.js'
import { expressionDepthMax } from './limits.js'
import { MathFault } from './math-fault.js'

export interface Search {
  /** What the reader can look for. */
  readonly filter: SeriesFilter
  matches(series: SeriesId): boolean
}

type Matches = (series: SeriesId) => boolean

export function parseSearch(text: string): Search {
  const schema = /^\s*\{([^{}]*)\}/.exec(text)
  const names = schema === null ? undefined : listOf(schema[1]!)
  const terms = new Terms(text.slice(schema?.[0].length ?? 0))
  if (names === undefined && terms.isEmpty) throw new MathFault('SEARCH looks for nothing')
  const isFound = terms.isEmpty ? () => true : terms.whole()
  const [namespace, ...dimensions] = names ?? []
  const sortedNames = dimensions.toSorted()
  return {
    filter: {
      ...(namespace !== undefined && { namespace }),
      dimensions: dimensions.map((name) => ({ name })),
    },
    matches: (series) =>
      (names === undefined ||
        series.dimensions.map(({ name }) => name).join('\0') === sortedNames.join('\0')) &&
      isFound(series),
  }
}

function listOf(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  if (names.some((name) => name === ''))
    throw new MathFault('A name in the braces of SEARCH is missing')
  return names
}

const tokenPattern = /\s*("[^"]*"|[()=]|[^\s()="]+)/y

/** NOT binds before AND, which need not be written, and that before OR. */
class Terms {
  readonly #tokens: string[] = []
  #at = 0
  #depth = 0

  constructor(text: string) {
    const trimmed = text.trimEnd()
    tokenPattern.lastIndex = 0
    while (tokenPattern.lastIndex < trimmed.length) {
      const found = tokenPattern.exec(trimmed)
      if (found === null) throw new MathFault('SEARCH has a quotation mark without its pair')
      this.#tokens.push(found[1]!)
    }
  }

  get isEmpty(): boolean {
    return this.#tokens.length === 0
  }

  whole(): Matches {
    const matches = this.#either()
    if (this.#at < this.#tokens.length) throw this.#unexpected()
    return matches
  }

  #either(): Matches {
    const parts = [this.#all()]
    while (this.#takes('OR')) parts.push(this.#all())
    return (series) => parts.some((matches) => matches(series))
  }

  #all(): Matches {
    const parts = [this.#term()]
    while (this.#continues()) {
      this.#takes('AND')
      parts.push(this.#term())
    }
    return (series) => parts.every((matches) => matches(series))
  }

  #continues(): boolean {
    const next = this.#tokens[this.#at]
    return next !== undefined && next !== 'OR' && next !== ')'
  }

  #term(): Matches {
    if (this.#takes('NOT')) return this.#nested(() => negated(this.#term()))
    if (!this.#takes('(')) return this.#nested(() => this.#value())
    const matches = this.#nested(() => this.#either())
    if (!this.#takes(')')) throw this.#unexpected()
    return matches
  }

  #nested(read: () => Matches): Matches {
    if (++this.#depth > expressionDepthMax) throw new MathFault('SEARCH is nested too deeply')
    const matches = read()
    this.#depth--
    return matches
  }

  #value(): Matches {
    const first = this.#word()
    if (!this.#takes('=')) return valueTest(first, allValues)
    const name = unquoted(first)
    if (!this.#takes('(')) return valueTest(this.#word(), valuesOf(name))
    return this.#valueList(name)
  }

  /** `TableName=(a OR b)`. */
  #valueList(name: string): Matches {
    const parts = [valueTest(this.#word(), valuesOf(name))]
    while (this.#takes('OR')) parts.push(valueTest(this.#word(), valuesOf(name)))
    if (!this.#takes(')')) throw this.#unexpected()
    return (series) => parts.some((matches) => matches(series))
  }

  #word(): string {
    const word = this.#tokens[this.#at]
    if (word === undefined || /^(?:[()=]|AND|OR|NOT)$/.test(word)) throw this.#unexpected()
    this.#at++
    return word
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }

  #unexpected(): MathFault {
    const token = this.#tokens[this.#at]
    return new MathFault(
      token === undefined ? 'SEARCH is not complete' : `Unexpected ${token} in SEARCH`,
    )
  }
}

type ValuesOf = (series: SeriesId) => readonly string[]

function negated(matches: Matches): Matches {
  return (series) => !matches(series)
}

const allValues: ValuesOf = ({ namespace, metric, dimensions }) => [
  namespace,
  metric,
  ...dimensions.flatMap(({ name, value }) => [name, value]),
]

function valuesOf(name: string): ValuesOf {
  if (name === 'MetricName') return ({ metric }) => [metric]
  if (name === 'Namespace') return ({ namespace }) => [namespace]
  return ({ dimensions }) => dimensions.filter((own) => own.name === name).map(({ value }) => value)
}

function valueTest(word: string, of: ValuesOf): Matches {
  if (word.startsWith('"')) {
    const whole = unquoted(word)
    return (series) => of(series).includes(whole)
  }
  const part = word.toLowerCase()
  return (series) => of(series).some((value) => value.toLowerCase().includes(part))
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1) : word
}
