/**
 * Which compression a client wants, read from Accept-Encoding the way the service reads it.
 *
 * AWS: the greatest weight wins, and among equals the first named; `*` means anything not named and
 * loses against a named equal; `identity` has no weight at all. A weight is whatever follows the
 * first `q=`: limited to 0…1, and 1 if it is not a number.
 */
export type Coding = 'gzip' | 'deflate'

const codings: readonly Coding[] = ['gzip', 'deflate']

interface Preference {
  readonly name: string
  readonly weight: number
}

export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined
  const preferences = acceptEncoding.split(',').map(readPreference)
  let best: { coding: Coding; weight: number } | undefined
  for (const { name, weight } of namedBeforeWildcard(preferences)) {
    const coding = name === '*' ? firstUnnamed(preferences) : codings.find((one) => one === name)
    if (coding !== undefined && weight > (best?.weight ?? 0)) best = { coding, weight }
  }
  return best?.coding
}

function readPreference(text: string): Preference {
  const parameters = text.indexOf(';')
  if (parameters === -1) return { name: text.trim().toLowerCase(), weight: 1 }
  const name = text.slice(0, parameters).trim().toLowerCase()
  return { name, weight: readWeight(text.slice(parameters)) }
}

function readWeight(parameters: string): number {
  const start = parameters.indexOf('q=')
  if (start === -1) return 1
  const end = parameters.indexOf(';', start)
  const text = parameters.slice(start + 2, end === -1 ? undefined : end).trim()
  const weight = text === '' ? NaN : Number(text)
  return Number.isNaN(weight) ? 1 : Math.min(Math.max(weight, 0), 1)
}

function namedBeforeWildcard(preferences: readonly Preference[]): readonly Preference[] {
  return [
    ...preferences.filter(({ name }) => name !== '*'),
    ...preferences.filter(({ name }) => name === '*'),
  ]
}

function firstUnnamed(preferences: readonly Preference[]): Coding | undefined {
  return codings.find((coding) => !preferences.some(({ name }) => name === coding))
}
