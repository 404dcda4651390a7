const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const large = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })

/** Three digits say enough on a chart. */
export function formatAmount(value: number): string {
  return Math.abs(value) >= 10_000 ? large.format(value) : small.format(value)
}
