/**
 * AWS's cron expressions: minutes, hours, day of month, month, day of week, year. Days of the week are 1 (Sunday)
 * to 7, and one of the two kinds of day is `?`.
 */

/** The values that match, in ascending order. */
type Values = readonly number[]

export interface Cron {
  readonly minutes: Values
  readonly hours: Values
  readonly months: Values
  readonly years: Values
  readonly days: DayRule
}

export type DayRule =
  | { readonly kind: 'any' }
  | { readonly kind: 'of-month'; readonly days: Values }
  /** The last day. */
  | { readonly kind: 'last-of-month' }
  /** The working day that is nearest to a day, in the same month. */
  | { readonly kind: 'working-day'; readonly day: number | 'last' }
  | { readonly kind: 'of-week'; readonly days: Values }
  | { readonly kind: 'last-of-week'; readonly day: number }
  | { readonly kind: 'nth-of-week'; readonly day: number; readonly nth: number }

interface Field {
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const monthNames = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const dayNames = 'SUN MON TUE WED THU FRI SAT'.split(' ')
const fields = {
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  dayOfMonth: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: monthNames },
  dayOfWeek: { min: 1, max: 7, names: dayNames },
  year: { min: 1970, max: 2199 },
} as const satisfies Record<string, Field>

/** Undefined if it is none. */
export function parseCron(body: string): Cron | undefined {
  const parts = body.toUpperCase().split(/\s+/)
  if (parts.length !== 6) return undefined
  const [minute, hour, dayOfMonth, month, dayOfWeek, year] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const minutes = valuesOf(minute, fields.minute)
  const hours = valuesOf(hour, fields.hour)
  const months = valuesOf(month, fields.month)
  const years = valuesOf(year, fields.year)
  const days = dayRuleOf(dayOfMonth, dayOfWeek)
  if (!minutes || !hours || !months || !years || !days) return undefined
  return { minutes, hours, months, years, days }
}

function dayRuleOf(ofMonth: string, ofWeek: string): DayRule | undefined {
  if ((ofMonth === '?') === (ofWeek === '?')) return undefined
  return ofWeek === '?' ? monthDayRule(ofMonth) : weekDayRule(ofWeek)
}

function monthDayRule(text: string): DayRule | undefined {
  if (text === '*') return { kind: 'any' }
  if (text === 'L') return { kind: 'last-of-month' }
  if (text === 'LW') return { kind: 'working-day', day: 'last' }
  const nearest = /^(\d{1,2})W$/.exec(text)
  if (nearest !== null) {
    const [day] = valuesOf(nearest[1]!, fields.dayOfMonth) ?? []
    return day === undefined ? undefined : { kind: 'working-day', day }
  }
  const days = valuesOf(text, fields.dayOfMonth)
  return days && { kind: 'of-month', days }
}

function weekDayRule(text: string): DayRule | undefined {
  if (text === '*') return { kind: 'any' }
  if (text === 'L') return { kind: 'of-week', days: [7] }
  const last = /^(\w+)L$/.exec(text)
  const nth = /^(\w+)#([1-5])$/.exec(text)
  const name = last?.[1] ?? nth?.[1]
  if (name !== undefined) {
    const day = valueOf(name, fields.dayOfWeek)
    if (day === undefined) return undefined
    return nth === null
      ? { kind: 'last-of-week', day }
      : { kind: 'nth-of-week', day, nth: Number(nth[2]) }
  }
  const days = valuesOf(text, fields.dayOfWeek)
  return days && { kind: 'of-week', days }
}

function valuesOf(text: string, field: Field): Values | undefined {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const values = partValues(part, field)
    if (values === undefined) return undefined
    for (const value of values) found.add(value)
  }
  return [...found].sort((a, b) => a - b)
}

/** `5`, `1-5`, `*`, and each of them with a step: `0/15`. */
function partValues(text: string, field: Field): Values | undefined {
  const [range, step, ...more] = text.split('/')
  if (range === undefined || more.length > 0) return undefined
  const every = step === undefined ? 1 : /^\d{1,4}$/.test(step) ? Number(step) : 0
  const bounds = boundsOf(range, field, step !== undefined)
  if (every < 1 || bounds === undefined) return undefined
  const values: number[] = []
  for (let value = bounds.from; value <= bounds.to; value += every) values.push(value)
  return values
}

function boundsOf(text: string, field: Field, isStepped: boolean) {
  if (text === '*') return { from: field.min, to: field.max }
  const [first, last, ...more] = text.split('-').map((each) => valueOf(each, field))
  if (first === undefined || more.length > 0) return undefined
  if (!text.includes('-')) return { from: first, to: isStepped ? field.max : first }
  return last === undefined || last < first ? undefined : { from: first, to: last }
}

function valueOf(text: string, { min, max, names = [] }: Field): number | undefined {
  const named = names.indexOf(text)
  if (named >= 0) return named + 1
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}
