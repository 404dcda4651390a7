/** Checks of lengths, ranges, patterns and enums: constraints on one value alone. */
import { addFailure, type Gathering, type Wording } from './constraint-failures.js'
import type { Path } from './constraint-path.js'
import { printValue } from './print-value.js'
import type { Compiling } from './quirks.js'
import type { Shape, StringShape, StructureShape } from './shape.js'

/** The path is undefined for the input itself. */
export type Check = (value: unknown, path: Path | undefined, gathering: Gathering) => void

/** A place in the model: its shape, how its value is printed and how it is bounded. */
export interface Site {
  readonly print: (value: unknown) => string
  readonly noun: 'length' | 'value'
  readonly min: number
  readonly max: number
  readonly below: Wording
  readonly above: Wording
  /** Of a pattern that does not match. */
  readonly mismatch: Wording
  /** Whether the length of a text is reported before its pattern. */
  readonly lengthFirst: boolean
  /** An enum as a failure prints it that names neither the value nor its place. */
  readonly bareEnum: readonly string[] | undefined
}

export function siteOf(
  { shapes, quirks }: Compiling,
  name: string,
  siteName: string,
  shape: Exclude<Shape, StructureShape>,
): Site {
  const { unpublishedMembers } = quirks
  const wording = quirks.siteWordings?.[siteName]
  const bounds = shape as { readonly min?: number; readonly max?: number }
  const sized = shape.kind === 'string' || shape.kind === 'list' || shape.kind === 'map'
  const usual = quirks.hidesTexts === true && sized ? 'no-value' : 'value'
  return {
    print: (value) => printValue({ shapes, unpublishedMembers }, name, value),
    noun: sized ? 'length' : 'value',
    min: bounds.min ?? -Infinity,
    max: bounds.max ?? Infinity,
    below: wording?.below ?? usual,
    above: wording?.above ?? usual,
    mismatch: usual,
    lengthFirst: quirks.lengthFirst?.has(siteName) ?? false,
    bareEnum: quirks.bareEnums?.[siteName],
  }
}

/** Checks the size of a value, as measured by `sizeOf`, against the bounds of its site. */
export function boundsCheck(site: Site, sizeOf: (value: never) => number): Check {
  const print = (value: unknown) => () => site.print(value)
  return (value, path, gathering) => {
    const size = sizeOf(value as never)
    if (size < site.min) {
      const constraint = `Member must have ${site.noun} greater than or equal to ${site.min}`
      addFailure(gathering, path!, { constraint, print: print(value), wording: site.below })
    }
    if (size > site.max) {
      const constraint = `Member must have ${site.noun} less than or equal to ${site.max}`
      addFailure(gathering, path!, { constraint, print: print(value), wording: site.above })
    }
  }
}

export function isBounded(site: Site): boolean {
  return site.min > -Infinity || site.max < Infinity
}

export function rangeCheck(site: Site): Check | undefined {
  if (!isBounded(site)) return undefined
  return boundsCheck(site, (value: number) => value)
}

export function stringCheck(shape: StringShape, site: Site): Check | undefined {
  if (shape.values !== undefined) return enumCheck(shape.values, site)
  if (shape.pattern !== undefined) return patternCheck(shape.pattern, site)
  if (!isBounded(site)) return undefined
  return boundsCheck(site, (value: string) => value.length)
}

function enumCheck(values: readonly string[], { bareEnum }: Site): Check {
  const printed = (bareEnum ?? values).join(', ')
  const constraint = `Member must satisfy enum value set: [${printed}]`
  const wording = bareEnum === undefined ? 'value' : 'bare'
  return (value, path, gathering) => {
    if (values.includes(value as string)) return
    addFailure(gathering, path!, { constraint, print: () => value as string, wording })
  }
}

/**
 * Patterns of the models are Java's. These are the ones that JavaScript interprets differently, or
 * cannot match in linear time, with our equivalents.
 */
export const javaPatterns: ReadonlyMap<string, string> = new Map([
  ['\\p{Print}+', '[\\x20-\\x7E]+'],
  ['^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$', '[a-z0-9A-Z][.\\-\\w]*[a-z0-9A-Z]'],
])

function patternCheck(pattern: string, site: Site): Check {
  const whole = wholePattern(pattern)
  const constraint = `Member must satisfy regular expression pattern: ${pattern}`
  const bounds = boundsCheck(site, (value: string) => value.length)
  return (value, path, gathering) => {
    const text = value as string
    if (site.lengthFirst) bounds(text, path, gathering)
    if (!whole.test(text)) {
      addFailure(gathering, path!, { constraint, print: () => text, wording: site.mismatch })
    }
    if (!site.lengthFirst) bounds(text, path, gathering)
  }
}

/** For services that report a bad text as a failure of its list, with all that its texts must satisfy. */
export function textListCheck(shape: StringShape, site: Site): Check {
  const bounds = boundsCheck(site, (list: readonly unknown[]) => list.length)
  const whole = shape.pattern === undefined ? undefined : wholePattern(shape.pattern)
  const constraint = `Member must satisfy constraint: [${constraintsOf(shape).join(', ')}]`
  const fits = (text: string) =>
    text.length >= (shape.min ?? 0) &&
    text.length <= (shape.max ?? Infinity) &&
    whole?.test(text) !== false
  return (value, path, gathering) => {
    bounds(value, path, gathering)
    const texts = value as readonly string[]
    if (texts.every(fits)) return
    const print = () => site.print(texts)
    addFailure(gathering, path!, { constraint, print, wording: site.mismatch })
  }
}

function constraintsOf({ min, max, pattern }: StringShape): readonly string[] {
  return [
    ...(max === undefined ? [] : [`Member must have length less than or equal to ${max}`]),
    ...(min === undefined ? [] : [`Member must have length greater than or equal to ${min}`]),
    ...(pattern === undefined
      ? []
      : [`Member must satisfy regular expression pattern: ${pattern}`, 'Member must not be null']),
  ]
}

function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${javaPatterns.get(pattern) ?? pattern})$`, 'u')
}
