/** The names of condition operators, and what each consists of. */
import {
  addressIn,
  arnLike,
  booleanEquals,
  bytesEqual,
  dated,
  numeric,
  orderNames,
  textEquals,
  textEqualsIgnoringCase,
  textLike,
  type MakeComparison,
} from './comparisons.js'

export interface Operator {
  /** Undefined for `Null`, which asks only whether a key is there. */
  readonly compare: MakeComparison | undefined
  /** Holds if no value matches. */
  readonly negated: boolean
  /** Holds if the key is absent. */
  readonly ifExists: boolean
  /** How a list of values is judged: all of them, or one. */
  readonly over: 'all' | 'any' | undefined
}

/** By the operator's name in lower case, without prefix and suffix. */
const bases = new Map<string, Pick<Operator, 'compare' | 'negated'>>()

function define(name: string, compare: MakeComparison | undefined, negated = false): void {
  bases.set(name.toLowerCase(), { compare, negated })
}

define('StringEquals', textEquals)
define('StringNotEquals', textEquals, true)
define('StringEqualsIgnoreCase', textEqualsIgnoringCase)
define('StringNotEqualsIgnoreCase', textEqualsIgnoringCase, true)
define('StringLike', textLike)
define('StringNotLike', textLike, true)
for (const name of orderNames) {
  define(`Numeric${name}`, numeric(name))
  define(`Date${name}`, dated(name))
}
define('NumericNotEquals', numeric('Equals'), true)
define('DateNotEquals', dated('Equals'), true)
define('Bool', booleanEquals)
define('BinaryEquals', bytesEqual)
define('IpAddress', addressIn)
define('NotIpAddress', addressIn, true)
for (const name of ['ArnEquals', 'ArnLike']) define(name, arnLike)
for (const name of ['ArnNotEquals', 'ArnNotLike']) define(name, arnLike, true)
define('Null', undefined)

const form = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/i

/** Undefined if there is no such operator. */
export function findOperator(name: string): Operator | undefined {
  const match = form.exec(name)
  const base = match === null ? undefined : bases.get(match[2]!.toLowerCase())
  if (match === null || base === undefined) return undefined
  const ifExists = match[3] !== undefined
  if (ifExists && base.compare === undefined) return undefined
  const prefix = match[1]?.toLowerCase()
  const over = prefix === undefined ? undefined : prefix === 'forallvalues' ? 'all' : 'any'
  return { ...base, ifExists, over }
}
