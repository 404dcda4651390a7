/** What the value of an option must be. A rule words the complaint, wherever the value came from. */
export interface OptionRule<T> {
  /** How text from a command line or an environment becomes a value. */
  readonly kind: 'text' | 'number' | 'number or text' | 'switch' | 'list'
  /** "must be …". */
  readonly text: string
  readonly holds: (value: unknown) => boolean
  /** Never read: ties the rule to the type of its option. */
  readonly type?: T
}

export const onOrOff: OptionRule<boolean> = {
  kind: 'switch',
  text: 'must be true or false',
  holds: (value) => typeof value === 'boolean',
}

export function wholeNumber(min: number, max: number): OptionRule<number> {
  return {
    kind: 'number',
    text: `must be a whole number from ${min} to ${max}`,
    holds: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  }
}

export function countOrAuto(min: number, max: number): OptionRule<number | 'auto'> {
  const { text, holds } = wholeNumber(min, max)
  return {
    kind: 'number or text',
    text: `${text}, or auto`,
    holds: (value) => value === 'auto' || holds(value),
  }
}

export function oneOf<T extends string>(...values: readonly T[]): OptionRule<T> {
  const names = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  return { kind: 'text', text: `must be ${names}`, holds: (value) => values.includes(value as T) }
}

/** `what` says what the text names: "a folder". */
export function nameRule(what: string): OptionRule<string> {
  const holds = (value: unknown) =>
    typeof value === 'string' && value !== '' && !value.includes('\0')
  return { kind: 'text', text: `must name ${what}`, holds }
}

export const httpAddress: OptionRule<string> = {
  kind: 'text',
  text: 'must be an address, http://… or https://…',
  holds: (value) => typeof value === 'string' && isHttpAddress(value),
}

export function isHttpAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

/** A name or an address, that of IPv6 in brackets, and a port. */
export const hostAndPort: OptionRule<string> = {
  kind: 'text',
  text: 'must be an address and a port, such as 192.0.2.1:8111',
  holds: (value) =>
    typeof value === 'string' &&
    /^(?:[\w.-]+|\[[\da-f:.]+\]):[1-9]\d{0,4}$/i.test(value) &&
    Number(/\d+$/.exec(value)?.[0]) <= 65_535,
}

/** Text that a header can have, without blanks. */
export function visibleText(charactersMin: number): OptionRule<string> {
  const holds = (value: unknown) =>
    typeof value === 'string' && value.length >= charactersMin && /^[\x21-\x7e]+$/.test(value)
  return { kind: 'text', text: `must be at least ${charactersMin} visible characters`, holds }
}

export const keyArn: OptionRule<string> = {
  kind: 'text',
  text: 'must be the ARN of a key or of its alias',
  holds: (value) =>
    typeof value === 'string' && /^arn:[\w-]+:kms:[\w-]+:\d+:(key|alias)\/.+$/.test(value),
}

/** A list, which may be empty. As text its entries are separated by commas. */
export function listOf(
  what: string,
  isEntry: (entry: string) => boolean,
): OptionRule<readonly string[]> {
  const holds = (value: unknown) =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isEntry(entry))
  return { kind: 'list', text: `must be ${what}`, holds }
}

/** A name without a port, also with `*` for its first part, or `*` alone. */
export function isHostPattern(entry: string): boolean {
  return entry === '*' || /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(entry)
}

/** As a browser sends it: a scheme and an authority without a path. */
export function isOrigin(entry: string): boolean {
  if (entry === '*' || entry === 'null') return true
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s@,*]*$/i.test(entry)) return false
  return !/^https?:/i.test(entry) || URL.canParse(entry)
}
