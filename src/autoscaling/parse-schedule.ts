/** When a scheduled action runs: `at(…)`, `rate(…)` or `cron(…)`, read into plain data. */
import { parseCron, type Cron } from './parse-cron.js'

export type ParsedSchedule =
  /** Local time in the schedule's zone, as if it were UTC. */
  | { readonly kind: 'at'; readonly localMs: number }
  | { readonly kind: 'rate'; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly cron: Cron }

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** Undefined if it is none. */
export function parseSchedule(text: string): ParsedSchedule | undefined {
  const [, kind, body] = /^(at|rate|cron)\((.*)\)$/.exec(text.trim()) ?? []
  if (kind === undefined || body === undefined) return undefined
  switch (kind) {
    case 'at':
      return parseAt(body.trim())
    case 'rate':
      return parseRate(body.trim())
    default: {
      const cron = parseCron(body.trim())
      return cron && { kind: 'cron', cron }
    }
  }
}

function parseAt(body: string): ParsedSchedule | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(body)) return undefined
  const localMs = Date.parse(`${body}Z`)
  // Date.parse turns the 31st of February into a day in March.
  const isReal = !Number.isNaN(localMs) && new Date(localMs).toISOString().startsWith(body)
  return isReal ? { kind: 'at', localMs } : undefined
}

function parseRate(body: string): ParsedSchedule | undefined {
  const [, digits, unit, plural] = /^([1-9]\d{0,5}) (minute|hour|day)(s?)$/.exec(body) ?? []
  if (digits === undefined) return undefined
  const count = Number(digits)
  // AWS: one of them is singular.
  if ((count === 1) !== (plural === '')) return undefined
  return { kind: 'rate', everyMs: count * unitMs[unit as keyof typeof unitMs] }
}
