/** Figures as people read them. */
export function shownUsd(usd: number): string {
  if (usd > 0 && usd < 0.01) return 'under $0.01'
  const text = usd.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `$${text}`
}

/** Three digits of what is small, thousands apart of what is large. */
export function shownNumber(value: number): string {
  if (value >= 1_000_000) return `${shownNumber(value / 1_000_000)} million`
  if (value >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

export function shownShare(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`
}

export function shownBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} bytes`
  const units = ['KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${shownNumber(bytes / 1024 ** power)} ${units[power - 1]}`
}

export function shownSpan(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 120) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${shownNumber(count)} ${noun}s`
}
