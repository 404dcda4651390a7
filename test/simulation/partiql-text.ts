/**
 * Conditions, updates and items of the independent model written as PartiQL: values as literals or
 * as parameters, in one of several spellings, at random.
 *
 * Parameters are numbered by their position in the text, so pieces are written in the order of the
 * text.
 */
import { oneOf, type Chance } from '../support/chance.js'
import type { Condition, Operand, Path } from './conditions.js'
import type { Clause, Source } from './updates.js'
import type { Document, Value } from './values.js'

export class PartiqlText {
  readonly #chance: Chance
  readonly #parameters: Value[] = []

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** The parameters that the text uses, as a member of the request. */
  members(): { readonly Parameters?: readonly Value[] } {
    return this.#parameters.length === 0 ? {} : { Parameters: this.#parameters }
  }

  path(path: Path): string {
    return path
      .map((step, at) => {
        if (typeof step === 'number') return `[${step}]`
        return `${at === 0 ? '' : '.'}${this.name(step)}`
      })
      .join('')
  }

  name(name: string): string {
    return /^[abc]$|^[ps]k$/.test(name) && this.#chance() < 0.5 ? name : `"${name}"`
  }

  /** A literal if the value has one, or a parameter. */
  value(value: Value): string {
    const literal = this.#chance() < 0.6 ? literalOf(value) : undefined
    if (literal !== undefined) return literal
    this.#parameters.push(value)
    return '?'
  }

  item(item: Document): string {
    const members = Object.entries(item).map(([name, value]) => `'${name}': ${this.value(value)}`)
    return `{${members.join(', ')}}`
  }

  /** Redundant parentheses do no harm here. */
  condition(condition: Condition): string {
    const bare = this.#chance() < 0.8
    const text = this.#bareCondition(condition)
    return bare ? text : `(${text})`
  }

  #bareCondition(condition: Condition): string {
    switch (condition.kind) {
      case 'compare':
        return condition.sides
          .map((side) => this.#operand(side))
          .join(` ${this.#comparator(condition.by)} `)
      case 'between': {
        const [value, low, high] = condition.operands.map((operand) => this.#operand(operand))
        return `${value} BETWEEN ${low} AND ${high}`
      }
      case 'in': {
        const [value, ...others] = condition.operands.map((operand) => this.#operand(operand))
        return `${value} IN [${others.join(', ')}]`
      }
      case 'exists':
      case 'missing':
        return this.#presence(condition.kind, this.path(condition.path))
      case 'type':
        return `attribute_type(${this.path(condition.path)}, '${condition.type}')`
      case 'begins':
        return `begins_with(${this.path(condition.path)}, ${this.#operand(condition.operand)})`
      case 'contains':
        return `contains(${this.path(condition.path)}, ${this.#operand(condition.operand)})`
      case 'and':
        return condition.parts.map((part) => this.#within(part, ['or'])).join(' AND ')
      case 'or':
        return condition.parts.map((part) => this.condition(part)).join(' OR ')
      case 'not':
        return `NOT ${this.#within(condition.part, ['and', 'or'])}`
    }
  }

  #within(condition: Condition, weaker: readonly Condition['kind'][]): string {
    const text = this.condition(condition)
    return weaker.includes(condition.kind) ? `(${text})` : text
  }

  #comparator(by: string): string {
    return by === '<>' ? oneOf(this.#chance, ['<>', '!=']) : by
  }

  #presence(kind: 'exists' | 'missing', path: string): string {
    const [called, asked] =
      kind === 'exists'
        ? [`attribute_exists(${path})`, `${path} IS NOT MISSING`]
        : [`attribute_not_exists(${path})`, `${path} IS MISSING`]
    return oneOf(this.#chance, [called, asked])
  }

  #operand(operand: Operand): string {
    if (operand.kind === 'value') return this.value(operand.value)
    const path = this.path(operand.path)
    return operand.kind === 'size' ? `size(${path})` : path
  }

  /** Each clause separately, or all in one SET and one REMOVE: in the given order. */
  clauses(clauses: readonly Clause[]): string {
    return clauses.map((clause) => this.#clause(clause)).join(' ')
  }

  #clause(clause: Clause): string {
    const path = this.path(clause.path)
    switch (clause.kind) {
      case 'REMOVE':
        return `REMOVE ${path}`
      case 'SET':
        return `SET ${path} = ${this.#source(clause.source)}`
      case 'ADD':
        return `SET ${path} = set_add(${this.path(clause.path)}, ${this.value(clause.value)})`
      case 'DELETE':
        return `SET ${path} = set_delete(${this.path(clause.path)}, ${this.value(clause.value)})`
    }
  }

  #source(source: Source): string {
    switch (source.kind) {
      case 'sum':
        return `${this.path(source.path)} ${source.sign} ${this.value(source.by)}`
      case 'append':
        return `list_append(${this.path(source.path)}, ${this.value(source.list)})`
      case 'default':
        throw new Error('PartiQL has no if_not_exists')
      default:
        return this.#operand(source)
    }
  }
}

/** Whether PartiQL can express it: it has no if_not_exists, and ADD only for sets. */
export function isExpressible(clause: Clause): boolean {
  if (clause.kind === 'SET') return clause.source.kind !== 'default'
  return clause.kind !== 'ADD' || clause.value.N === undefined
}

function literalOf(value: Value): string | undefined {
  if (value.S !== undefined) return `'${value.S.replaceAll("'", "''")}'`
  if (value.N !== undefined) return value.N
  if (value.BOOL !== undefined) return String(value.BOOL)
  if (value.NULL !== undefined) return 'NULL'
  if (value.SS !== undefined) return bag(value.SS.map((S) => ({ S })))
  if (value.NS !== undefined) return bag(value.NS.map((N) => ({ N })))
  if (value.L !== undefined) return enclosed('[', allOf(value.L.map(literalOf)), ']')
  if (value.M !== undefined) return mapLiteral(value.M)
  // AWS: binaries have no literals.
  return undefined
}

function bag(members: readonly Value[]): string | undefined {
  return enclosed('<<', allOf(members.map(literalOf)), '>>')
}

function mapLiteral(map: Document): string | undefined {
  const members = Object.entries(map).map(([name, member]) => {
    const literal = literalOf(member)
    return literal === undefined ? undefined : `'${name}': ${literal}`
  })
  return enclosed('{', allOf(members), '}')
}

function enclosed(open: string, members: readonly string[] | undefined, close: string) {
  return members === undefined ? undefined : `${open}${members.join(', ')}${close}`
}

function allOf(literals: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = literals.filter((literal) => literal !== undefined)
  return known.length === literals.length ? known : undefined
}
