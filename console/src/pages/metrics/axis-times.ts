/** Times below a chart, short, in the zone of the user. */
const daySeconds = 86_400

export function axisTimes(moments: readonly number[], zone: string) {
  const seconds = (moments.at(-1) ?? 0) - (moments[0] ?? 0)
  const parts: Intl.DateTimeFormatOptions =
    seconds > daySeconds
      ? { day: 'numeric', month: 'short' }
      : { hour: '2-digit', minute: '2-digit' }
  const times = new Intl.DateTimeFormat('en-GB', {
    ...parts,
    ...(zone !== '' && { timeZone: zone }),
  })
  return (_plot: unknown, ticks: readonly number[]) =>
    ticks.map((tick) => times.format(tick * 1000))
}
