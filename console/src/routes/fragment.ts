/**
 * Values in an address: a query, a key, an open tab. They stand in the fragment, which browsers never send, so
 * keys of items stay out of logs.
 */
export type FragmentValues = Readonly<Record<string, string>>

export function readFragment(hash: string): FragmentValues {
  const pairs = hash
    .replace(/^#/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at === -1
        ? [decode(pair), '']
        : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
    })
  return Object.fromEntries(pairs) as FragmentValues
}

/** With `#` in front, or nothing if there are no values. */
export function writeFragment(values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  )
  return pairs.length === 0 ? '' : `#${pairs.join('&')}`
}

/** A link that somebody has damaged is read as far as it goes. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
