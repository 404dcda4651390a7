/** Local times of the zones of the IANA database, as Node knows them. A local time is written as if it were UTC. */

const formats = new Map<string, Intl.DateTimeFormat>()
/** Clients can name any zone; there are some 600 with all their other names. */
const formatsMax = 1000

/** Undefined if there is no such zone. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone)
  if (known !== undefined) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formats.size < formatsMax) formats.set(zone, format)
    return format
  } catch {
    return undefined
  }
}

/** Offsets such as `+02:00`, which Node knows as well, are not names. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && formatOf(zone) !== undefined
}

export function localTime(zone: string, atMs: number): number {
  const found = new Map(
    formatOf(zone)!
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type)!
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
}

/**
 * The moment of a local time. Of one that comes twice, when clocks are set back, it is the first; one that is
 * left out, when they are set forward, counts with the offset before.
 */
export function momentOf(zone: string, localMs: number): number {
  const dayMs = 86_400_000
  const offsets = [localMs - dayMs, localMs + dayMs].map(
    (around) => localTime(zone, around) - around,
  )
  const moments = offsets.map((offset) => localMs - offset).sort((a, b) => a - b)
  const real = moments.find((moment) => localTime(zone, moment) === localMs)
  return real ?? localMs - offsets[0]!
}
