/**
 * Whether a record, as the JSON that a function receives, matches a filter pattern.
 *
 * If the record has an array, one matching element is enough, both for values and on the path to
 * them. Only values count as existing: an object in the place of a value counts as missing.
 */
import type { NumberComparison, FilterPattern, PatternMember, ValueRule } from './filter-pattern.js'

/**
 * AWS: a record passes if one of several patterns matches; without patterns every record passes.
 */
export function matchesAny(patterns: readonly FilterPattern[], record: unknown): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern, record))
}

function matchesPattern(pattern: FilterPattern, json: unknown): boolean {
  if (Array.isArray(json)) return json.some((element) => matchesPattern(pattern, element))
  return (
    pattern.members.every((member) => matchesMember(member, json)) &&
    pattern.groups.every((group) => group.some((each) => matchesPattern(each, json)))
  )
}

function matchesMember({ name, expected }: PatternMember, json: unknown): boolean {
  const value = memberOf(json, name)
  if (expected.kind === 'pattern') return matchesPattern(expected.pattern, value)
  const values = leavesOf(value)
  return expected.rules.some((rule) =>
    rule.kind === 'exists'
      ? rule.expected === values.length > 0
      : values.some((leaf) => holds(rule, leaf)),
  )
}

function memberOf(json: unknown, name: string): unknown {
  const isObject = typeof json === 'object' && json !== null
  return isObject && Object.hasOwn(json, name) ? (json as Record<string, unknown>)[name] : undefined
}

function leavesOf(value: unknown): readonly unknown[] {
  const candidates: readonly unknown[] = Array.isArray(value) ? value : [value]
  return candidates.filter(
    (each) => each !== undefined && (typeof each !== 'object' || each === null),
  )
}

function holds(rule: Exclude<ValueRule, { kind: 'exists' }>, leaf: unknown): boolean {
  switch (rule.kind) {
    case 'equals':
      return leaf === rule.value
    case 'prefix':
      return typeof leaf === 'string' && leaf.startsWith(rule.text)
    case 'suffix':
      return typeof leaf === 'string' && leaf.endsWith(rule.text)
    case 'equals-ignore-case':
      return typeof leaf === 'string' && leaf.toLowerCase() === rule.text.toLowerCase()
    case 'anything-but':
      return !rule.values.includes(leaf as string)
    case 'anything-but-prefix':
      return typeof leaf !== 'string' || !leaf.startsWith(rule.text)
    case 'numeric':
      // AWS: the numbers of items are strings in the record, so only other members are numeric.
      return typeof leaf === 'number' && rule.comparisons.every((each) => compares(leaf, each))
  }
}

function compares(value: number, { operator, number }: NumberComparison): boolean {
  switch (operator) {
    case '=':
      return value === number
    case '<':
      return value < number
    case '<=':
      return value <= number
    case '>':
      return value > number
    case '>=':
      return value >= number
  }
}
