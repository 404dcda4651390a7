/** Figures as tables, for the terminal and for documents. */
import { table, type Row } from '../report.js'
import { median } from '../rounds.js'
import type { Contender } from './contender.js'
import type { Figures, Results } from './measure.js'

export interface Table {
  readonly title: string
  readonly head: Row
  readonly rows: readonly Row[]
}

export function textOf({ title, head, rows }: Table): string {
  return table([title, ...head.slice(1)], rows)
}

export function markdownOf({ title, head, rows }: Table): string {
  const line = (row: Row): string => `| ${row.join(' | ')} |`
  const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')))
  return [`**${title}**`, '', line(head), rule, ...rows.map(line)].join('\n')
}

interface Column {
  readonly name: string
  readonly value: (figures: Figures) => number
  readonly digits: number
}

const columns: readonly Column[] = [
  { name: 'p50 ms', value: ({ p50Ms }) => p50Ms, digits: 2 },
  { name: 'p99 ms', value: ({ p99Ms }) => p99Ms, digits: 2 },
  { name: 'p99.9 ms', value: ({ p999Ms }) => p999Ms, digits: 2 },
  { name: 'CPU µs', value: ({ cpuMicroseconds }) => cpuMicroseconds, digits: 0 },
  { name: 'MB', value: ({ residentMb }) => residentMb, digits: 0 },
]

/** Each figure with its ratio to the best peer's figure of that column. */
export function figuresTable(title: string, results: Results): Table {
  const peers = [...results].filter(([{ isPeer }]) => isPeer).map(([, figures]) => figures)
  const rows = [...results].map(([contender, figures]) => [
    contender.name,
    cell(figures.perSecond, 0, rateOverBestPeer(results, contender)),
    ...columns.map(({ value, digits }) => {
      const best = Math.min(...peers.map(value))
      return cell(value(figures), digits, peers.length > 0 ? value(figures) / best : undefined)
    }),
  ])
  return { title, head: ['', 'requests/s', ...columns.map(({ name }) => name)], rows }
}

function cell(value: number, digits: number, ratio: number | undefined): string {
  return ratio === undefined
    ? value.toFixed(digits)
    : `${value.toFixed(digits)} (${ratio.toFixed(2)}x)`
}

export function bestPeer(results: Results): Contender | undefined {
  const peers = [...results].filter(([{ isPeer }]) => isPeer)
  return peers.toSorted(([, a], [, b]) => b.perSecond - a.perSecond)[0]?.[0]
}

/** Undefined if there is no peer, or the contender has no figures. */
export function rateOverBestPeer(results: Results, contender: Contender): number | undefined {
  const best = bestPeer(results)
  return best && rateOver(results, contender, best)
}

/** The median over the rounds: a machine that is slow for seconds is slow for a whole round. */
export function rateOver(
  results: Results,
  contender: Contender,
  other: Contender,
): number | undefined {
  const [own, others] = [results.get(contender), results.get(other)]
  if (own === undefined || others === undefined) return undefined
  return median(own.rates.map((rate, round) => rate / others.rates[round]!))
}
