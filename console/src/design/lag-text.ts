/** How far behind a trigger or a replica is, as people say it. */
export function lagText(ageMs: number | undefined): string {
  if (ageMs === undefined) return '–'
  if (ageMs === 0) return 'nothing'
  if (ageMs < 1000) return 'under 1 s'
  const seconds = Math.floor(ageMs / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
