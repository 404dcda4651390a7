/** Counts, sizes and times as people read them. */
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

export function formatBytes(bytes: number): string {
  let amount = bytes
  let at = 0
  while (amount >= 1000 && at < units.length - 1) {
    amount /= 1000
    at += 1
  }
  const digits = at === 0 || amount >= 100 ? 0 : 1
  return `${amount.toFixed(digits)} ${units[at]}`
}

const counts = new Intl.NumberFormat('en-US')

export function formatCount(count: number): string {
  return counts.format(count)
}

/** `1 item`, `2 items`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

const timeParts: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}
let times = new Intl.DateTimeFormat('en-GB', timeParts)

/** From now on; an empty name stands for the zone of this computer. */
export function showTimesIn(timeZone: string): void {
  const zone = timeZone === '' ? {} : { timeZone }
  times = new Intl.DateTimeFormat('en-GB', { ...timeParts, ...zone })
}

export function formatTime(epochMs: number): string {
  return times.format(epochMs)
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]
const distances = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'long' })

/** `in 3 days`, `2 hours ago`. */
export function formatDistance(epochMs: number, nowMs: number): string {
  const seconds = Math.round((epochMs - nowMs) / 1000)
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return distances.format(Math.trunc(seconds / length), unit)
}
