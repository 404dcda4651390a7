/** ARNs in policies: six parts, compared one by one, the last of which takes the rest. */
import { Template, type PatternRules } from './pattern.js'
import { matchesPattern } from './wildcards.js'
import { noKeys, type RequestKeys } from './request-keys.js'

const partsMax = 6

export interface ArnRules {
  /** Missing parts at the end count as `*`, as in policies of principals. */
  readonly padded: boolean
  /** Whether `${…}` is replaced; in the last part only, if `lastOnly`. */
  readonly variables: boolean
  readonly lastOnly: boolean
}

export class ArnPattern {
  /** Whether what it matches depends on the request. */
  readonly hasVariables: boolean
  readonly #parts: readonly Template[]
  readonly #isEverything: boolean

  constructor(text: string, { padded, variables, lastOnly }: ArnRules) {
    const parts = splitArn(text)
    this.#isEverything = /^\*+$/.test(text)
    while (padded && parts.length < partsMax) parts.push('*')
    this.#parts = parts.map((part, i) => {
      const rules: PatternRules = {
        wildcards: true,
        variables: variables && (!lastOnly || i === partsMax - 1),
      }
      return new Template(part, rules)
    })
    this.hasVariables = this.#parts.some(({ isFixed }) => !isFixed)
  }

  /** AWS: an action without a resource, which is asked for as `*`, only matches `*`. */
  matches(arn: string, keys: RequestKeys): boolean {
    if (this.#isEverything) return true
    const parts = splitArn(arn)
    if (arn === '*' || parts.length !== this.#parts.length) return false
    return this.#parts.every((template, i) => {
      const pattern = template.fill(keys)
      return pattern !== undefined && matchesPattern(pattern, parts[i]!)
    })
  }

  /** Whether it can match something that begins with the text. A variable counts as any text. */
  overlaps(prefix: string): boolean {
    if (this.#isEverything) return true
    const parts = splitArn(prefix)
    if (parts.length !== this.#parts.length) return false
    return this.#parts.every((template, i) => {
      const part = parts[i]!
      const start = template.fixedStart
      if (i < partsMax - 1)
        return template.isFixed ? matchesPattern(template.fill(noKeys)!, part) : true
      return start.startsWith(part) || part.startsWith(start)
    })
  }
}

/** The colons of a variable, as in `${cognito-identity.amazonaws.com:sub}`, separate nothing. */
function splitArn(text: string): string[] {
  const parts: string[] = []
  let start = 0
  // What begins behind it is closed nowhere: looking for its end again and again would take long.
  const lastEnd = text.lastIndexOf('}')
  for (let at = 0; at < text.length && parts.length < partsMax - 1; at++) {
    if (at < lastEnd && text.startsWith('${', at)) at = text.indexOf('}', at)
    else if (text[at] === ':') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
