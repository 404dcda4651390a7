/** What can be asked of the values of a period, by CloudWatch's names: `Sum`, `p99.9`, `TM(10%:90%)`. */
import type { Aggregate } from './aggregate.js'
import { distributionOf, type Distribution } from './distribution.js'

export const simpleStatistics = ['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum'] as const
export type SimpleStatistic = (typeof simpleStatistics)[number]

export type Statistic =
  | { readonly kind: 'simple'; readonly name: SimpleStatistic }
  | { readonly kind: 'percentile'; readonly percent: number }
  | { readonly kind: 'trimmed'; readonly of: Trimmed; readonly from: Bound; readonly to: Bound }

/** The mean, the winsorized mean, the number, the sum or the share in percent of values between bounds. */
type Trimmed = 'tm' | 'wm' | 'tc' | 'ts' | 'pr'

type Bound = { readonly kind: 'percent' | 'value'; readonly at: number } | { readonly kind: 'open' }

const open: Bound = { kind: 'open' }
const percent = (at: number): Bound => ({ kind: 'percent', at })

/** Undefined if there is no such statistic. */
export function parseStatistic(text: string): Statistic | undefined {
  const name = simpleStatistics.find((each) => each === text)
  if (name !== undefined) return { kind: 'simple', name }
  if (text === 'IQM') return { kind: 'trimmed', of: 'tm', from: percent(25), to: percent(75) }
  return parsePercentile(text) ?? parseShort(text) ?? parseRange(text)
}

const percentText = String.raw`(\d{1,2}(?:\.\d{1,10})?|100(?:\.0{1,10})?)`
const percentilePattern = new RegExp(`^p${percentText}$`)
const shortPattern = new RegExp(`^(tm|wm|tc|ts)${percentText}$`, 'i')
const number = String.raw`\d{1,15}(?:\.\d{1,10})?`
const rangePattern = new RegExp(
  `^(tm|wm|tc|ts|pr)\\((?:(${number})(%?))?:(?:(${number})(%?))?\\)$`,
  'i',
)

function parsePercentile(text: string): Statistic | undefined {
  const found = percentilePattern.exec(text)
  return found === null ? undefined : { kind: 'percentile', percent: Number(found[1]) }
}

function parseShort(text: string): Statistic | undefined {
  const found = shortPattern.exec(text)
  if (found === null) return undefined
  const of = found[1]!.toLowerCase() as Trimmed
  return { kind: 'trimmed', of, from: open, to: percent(Number(found[2])) }
}

function parseRange(text: string): Statistic | undefined {
  const found = rangePattern.exec(text)
  if (found === null) return undefined
  const of = found[1]!.toLowerCase() as Trimmed
  const from = boundOf(found[2], found[3])
  const to = boundOf(found[4], found[5])
  return isRange(of, from, to) ? { kind: 'trimmed', of, from, to } : undefined
}

function boundOf(text: string | undefined, sign: string | undefined): Bound {
  return text === undefined ? open : { kind: sign === '%' ? 'percent' : 'value', at: Number(text) }
}

/** AWS: both bounds are of one kind, at least one is there, and a share is of values. */
function isRange(of: Trimmed, from: Bound, to: Bound): boolean {
  const known = [from, to].filter((bound) => bound.kind !== 'open')
  if (known.length === 0) return false
  if (known.some(({ kind, at }) => kind === 'percent' && (of === 'pr' || at > 100))) return false
  const [first, second] = known
  return second === undefined || (first!.kind === second.kind && first!.at < second.at)
}

/** Undefined if too little is known of the values. */
export function statisticOf(statistic: Statistic, aggregate: Aggregate): number | undefined {
  if (statistic.kind === 'simple') return simpleOf(statistic.name, aggregate)
  const distribution = distributionOf(aggregate)
  if (distribution === undefined) return undefined
  if (statistic.kind === 'trimmed') return trimmedOf(statistic, distribution)
  return distribution.valueAt((distribution.count * statistic.percent) / 100)
}

function simpleOf(name: SimpleStatistic, { count, sum, min, max }: Aggregate): number | undefined {
  switch (name) {
    case 'SampleCount':
      return count
    case 'Average':
      return count === 0 ? undefined : sum / count
    case 'Sum':
      return sum
    case 'Minimum':
      return min
    default:
      return max
  }
}

function trimmedOf(
  { of, from, to }: Extract<Statistic, { kind: 'trimmed' }>,
  values: Distribution,
): number | undefined {
  const { count } = values
  const first = rankOf(from, values, 0)
  const last = rankOf(to, values, count)
  const between = last - first
  switch (of) {
    case 'tc':
      return between
    case 'ts':
      return values.sumBetween(first, last)
    case 'pr':
      return (between / count) * 100
    case 'wm': {
      const below = first * values.valueAt(first)
      const above = (count - last) * values.valueAt(last)
      return (below + values.sumBetween(first, last) + above) / count
    }
    default:
      return between > 0 ? values.sumBetween(first, last) / between : undefined
  }
}

function rankOf(bound: Bound, values: Distribution, otherwise: number): number {
  if (bound.kind === 'open') return otherwise
  return bound.kind === 'percent' ? (values.count * bound.at) / 100 : values.rankOf(bound.at)
}
