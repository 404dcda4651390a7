/**
 * The signed headers of a request as lines `name:value`: values trimmed, with one blank instead of several,
 * and those of a repeated header joined with commas in their order.
 */
import type { WireHeaders, WireRequest } from '../http/message.js'
import type { HeaderList } from './header-list.js'

/** Undefined if one of them did not arrive. */
export function signedLines(request: WireRequest, { names }: HeaderList): string | undefined {
  const { rawHeaders, headers } = request
  const values = rawHeaders === undefined ? headers : joinedValues(rawHeaders, headers)
  let lines = ''
  for (const name of names) {
    const value = values[name]
    // An object has more members than those that arrived, such as `constructor`.
    if (typeof value !== 'string') return undefined
    lines += `${name}:${value}\n`
  }
  return lines.includes('  ') || lines.includes('\t') ? tidyLines(values, names) : lines
}

function tidyLines(values: WireHeaders, names: readonly string[]): string {
  return names.map((name) => `${name}:${tidy(String(values[name]))}\n`).join('')
}

function tidy(value: string): string {
  return value.replace(/[ \t]+/g, ' ').trim()
}

/** What node:http makes of repeated headers depends on their names, so they are read as they came. */
function joinedValues(rawHeaders: readonly string[], headers: WireHeaders): WireHeaders {
  const values = Object.create(null) as Record<string, string>
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    const value = tidy(rawHeaders[i + 1]!)
    const before = values[name]
    values[name] = before === undefined ? value : `${before},${value}`
  }
  const host = headers['host'] ?? headers[':authority']
  // It may be in the request line instead, or among the pseudo headers of HTTP/2.
  if (values['host'] === undefined && typeof host === 'string') values['host'] = host
  return values
}
