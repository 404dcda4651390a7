/**
 * A condition on a sort key from a template and what is known of its variables: the text up to the
 * first unknown variable is where keys begin, and a range of that variable becomes a range of keys.
 */
import type { PatternCondition, PatternOperator } from './data-model.js'
import {
  fillPrefix,
  type KeyTemplate,
  type TemplatePart,
  type TemplateValues,
} from './key-template.js'

export interface SortRange {
  readonly operator: PatternOperator
  readonly texts: readonly string[]
  /** The fields that it makes use of. */
  readonly uses: readonly string[]
}

/** Undefined if the template says nothing about where keys begin. */
export function sortRangeOf(
  template: KeyTemplate,
  known: TemplateValues,
  conditions: readonly PatternCondition[],
): SortRange | undefined {
  const { text, rest } = fillPrefix(template, known)
  const filled = template.parts.slice(0, template.parts.length - rest.length)
  const uses = filled.flatMap((part) => (part.kind === 'variable' ? [part.name] : []))
  const [next, after] = rest
  if (next === undefined) return { operator: '=', texts: [text], uses }
  const range = conditions.find(
    ({ field, operator }) => next.kind === 'variable' && field === next.name && operator !== '=',
  )
  if (range !== undefined) {
    return { ...rangeOf(range, text, after), uses: [...uses, range.field] }
  }
  return text === '' ? undefined : { operator: 'begins_with', texts: [text], uses }
}

function rangeOf(
  { operator, values: [low = '', high = ''] }: PatternCondition,
  prefix: string,
  after: TemplatePart | undefined,
): Omit<SortRange, 'uses'> {
  const end = (value: string): string => `${prefix}${value}${successorOf(after)}`
  const last = prefix === '' ? undefined : `${prefix.slice(0, -1)}${nextCharacter(prefix.at(-1)!)}`
  switch (operator) {
    case 'begins_with':
    case '=':
      return { operator: 'begins_with', texts: [prefix + low] }
    case 'between':
      return { operator: 'between', texts: [prefix + low, end(high)] }
    case '<':
    case '<=': {
      const top = operator === '<' ? prefix + low : end(low)
      return prefix === ''
        ? { operator, texts: [top] }
        : { operator: 'between', texts: [prefix, top] }
    }
    case '>':
    case '>=': {
      const bottom = operator === '>' ? end(low) : prefix + low
      return last === undefined
        ? { operator, texts: [bottom] }
        : { operator: 'between', texts: [bottom, last] }
    }
  }
}

/** Keys go on after the value: `…#2026-01-31$` is behind every key that begins with `…#2026-01-31#`. */
function successorOf(after: TemplatePart | undefined): string {
  return after?.kind === 'text' ? nextCharacter(after.text.charAt(0)) : ''
}

function nextCharacter(character: string): string {
  return String.fromCodePoint(character.codePointAt(0)! + 1)
}
