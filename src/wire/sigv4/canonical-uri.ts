/**
 * Paths and queries as they are signed. They are handled as bytes, one for each character, since a
 * client may send what is not UTF-8.
 */

/** The path of most services: without dots and double slashes, and encoded once more. */
export function canonicalPath(path: string): string {
  if (path === '/' || path === '') return '/'
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(encoded(segment))
  }
  const isFolder = segments.length > 0 && path.endsWith('/')
  return `/${segments.join('/')}${isFolder ? '/' : ''}`
}

/** AWS: a path of S3 is encoded once, and its dots and slashes belong to the key. */
export function canonicalS3Path(path: string): string {
  return path === '' ? '/' : encoded(decoded(path)).replaceAll('%2F', '/')
}

/** Decoded and encoded again, and sorted. What comes from `X-Amz-Signature` cannot be signed. */
export function canonicalQuery(query: string): string {
  if (query === '') return ''
  const pairs: string[] = []
  for (const parameter of query.split('&')) {
    if (parameter === '') continue
    const equals = parameter.indexOf('=')
    const name = recoded(equals === -1 ? parameter : parameter.slice(0, equals))
    if (name === 'X-Amz-Signature') continue
    // A separator that is lower than every encoded character, so that names are compared first.
    pairs.push(`${name}\0${equals === -1 ? '' : recoded(parameter.slice(equals + 1))}`)
  }
  return pairs.sort().join('&').replaceAll('\0', '=')
}

/** A plus sign is a blank. */
function recoded(text: string): string {
  return encoded(decoded(text.replaceAll('+', ' ')))
}

/** What is not an escape stays as it is. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%([\dA-Fa-f]{2})/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

const unreserved = /^[\w.~-]*$/

function encoded(text: string): string {
  if (unreserved.test(text)) return text
  return text.replace(/[^\w.~-]/g, (character) => {
    const digits = character.charCodeAt(0).toString(16).toUpperCase()
    return `%${digits.padStart(2, '0')}`
  })
}
