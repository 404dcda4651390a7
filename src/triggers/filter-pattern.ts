/**
 * A filter pattern as in Lambda's event source mappings: JSON that looks like the records it lets
 * through, with arrays of alternatives where the record has values.
 *
 * Text becomes a tree once, so matching never sees an invalid pattern. All members of an object
 * must hold, one alternative of an array is enough, and `$or` holds if one of its objects does.
 */
import { filterPatternCharactersMax, filterPatternNestingMax } from './limits.js'

export interface FilterPattern {
  readonly members: readonly PatternMember[]
  /** One pattern of each group must hold. */
  readonly groups: readonly (readonly FilterPattern[])[]
}

export interface PatternMember {
  readonly name: string
  readonly expected: { readonly kind: 'pattern'; readonly pattern: FilterPattern } | ValueRules
}

interface ValueRules {
  readonly kind: 'values'
  readonly rules: readonly ValueRule[]
}

export type ValueRule =
  | { readonly kind: 'equals'; readonly value: Scalar }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'suffix'; readonly text: string }
  | { readonly kind: 'equals-ignore-case'; readonly text: string }
  | { readonly kind: 'anything-but'; readonly values: readonly Scalar[] }
  | { readonly kind: 'anything-but-prefix'; readonly text: string }
  | { readonly kind: 'numeric'; readonly comparisons: readonly NumberComparison[] }
  | { readonly kind: 'exists'; readonly expected: boolean }

export type Scalar = string | number | boolean | null

export interface NumberComparison {
  readonly operator: '=' | '<' | '<=' | '>' | '>='
  readonly number: number
}

/** The pattern's own fault, as one clause: "must be …". */
export class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern'
}

export function parseFilterPattern(text: string): FilterPattern {
  if (text.length > filterPatternCharactersMax) {
    throw new InvalidPattern(`is longer than ${filterPatternCharactersMax} characters`)
  }
  return readPattern(parseJson(text), 'the pattern', 1)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidPattern('is not JSON')
  }
}

function readPattern(json: unknown, where: string, level: number): FilterPattern {
  if (level > filterPatternNestingMax) {
    throw new InvalidPattern(`is nested deeper than ${filterPatternNestingMax} levels`)
  }
  if (!isObject(json)) throw new InvalidPattern(`has no object at ${where}`)
  const entries = Object.entries(json)
  if (entries.length === 0) throw new InvalidPattern(`has an empty object at ${where}`)
  const isGroup = ([name, value]: [string, unknown]) => name === '$or' && isAlternatives(value)
  return {
    members: entries.filter((entry) => !isGroup(entry)).map((entry) => readMember(entry, level)),
    groups: entries
      .filter(isGroup)
      .map(([, value]) => (value as unknown[]).map((each) => readPattern(each, '$or', level + 1))),
  }
}

/** If not, `$or` is a member's name like any other. */
function isAlternatives(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 2 && value.every(isObject)
}

function readMember([name, value]: [string, unknown], level: number): PatternMember {
  if (isObject(value)) {
    return { name, expected: { kind: 'pattern', pattern: readPattern(value, name, level + 1) } }
  }
  if (!Array.isArray(value)) {
    throw new InvalidPattern(`has neither an object nor an array at ${name}`)
  }
  if (value.length === 0) throw new InvalidPattern(`has an empty array at ${name}`)
  return { name, expected: { kind: 'values', rules: value.map((each) => readRule(each, name)) } }
}

function readRule(json: unknown, name: string): ValueRule {
  if (isScalar(json)) return { kind: 'equals', value: json }
  if (!isObject(json)) throw new InvalidPattern(`has an array within the array at ${name}`)
  const [entry, ...others] = Object.entries(json)
  if (entry === undefined || others.length > 0) {
    throw new InvalidPattern(`has an alternative at ${name} that is not exactly one rule`)
  }
  const rule = ruleOf(...entry)
  if (rule === undefined)
    throw new InvalidPattern(`has a rule at ${name} that cannot be: ${entry[0]}`)
  return rule
}

function ruleOf(kind: string, operand: unknown): ValueRule | undefined {
  switch (kind) {
    case 'prefix':
    case 'suffix':
    case 'equals-ignore-case':
      return typeof operand === 'string' ? { kind, text: operand } : undefined
    case 'exists':
      return typeof operand === 'boolean' ? { kind, expected: operand } : undefined
    case 'numeric':
      return numericRule(operand)
    case 'anything-but':
      return anythingBut(operand)
    default:
      return undefined
  }
}

function anythingBut(operand: unknown): ValueRule | undefined {
  if (isObject(operand)) {
    const [[name, text] = [], ...others] = Object.entries(operand)
    const known = name === 'prefix' && typeof text === 'string' && others.length === 0
    return known ? { kind: 'anything-but-prefix', text } : undefined
  }
  const values: unknown[] = Array.isArray(operand) ? operand : [operand]
  return values.length > 0 && values.every(isScalar) ? { kind: 'anything-but', values } : undefined
}

const operators = ['=', '<', '<=', '>', '>='] as const

/** One comparison, or the two of a range: the lower bound first, then the upper. */
function numericRule(operand: unknown): ValueRule | undefined {
  if (!Array.isArray(operand)) return undefined
  const [first, second] = [readComparison(operand, 0), readComparison(operand, 2)]
  if (first !== undefined && operand.length === 2) return { kind: 'numeric', comparisons: [first] }
  if (first === undefined || second === undefined || operand.length !== 4) return undefined
  const isRange = first.operator.startsWith('>') && second.operator.startsWith('<')
  const fits = isRange && first.number < second.number
  return fits ? { kind: 'numeric', comparisons: [first, second] } : undefined
}

function readComparison(operand: readonly unknown[], at: number): NumberComparison | undefined {
  const operator = operators.find((each) => each === operand[at])
  const number = operand[at + 1]
  return operator === undefined || typeof number !== 'number' ? undefined : { operator, number }
}

function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function isScalar(json: unknown): json is Scalar {
  return json === null || ['string', 'number', 'boolean'].includes(typeof json)
}
