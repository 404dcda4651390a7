/** What names and paths may consist of. Their lengths are in the model. */
import { validation } from '../model/errors.js'

const namePattern = /^[\w+=,.@-]+$/
const pathPattern = /^\/(?:[!-\x7f]+\/)?$/
const policyPathPattern = /^(?:\/[A-Za-z0-9.,+@=_-]+)*\/$/
const prefixPattern = /^\/[!-\x7f]*$/

/** `field` is the member's name in AWS's sentences: `userName`. */
export function requireIamName(field: string, name: string): string {
  if (namePattern.test(name)) return name
  throw invalidField(field, 'contain only alphanumeric characters and/or the following: +=,.@_-')
}

/** AWS: the path is a slash if there is none. */
export function requireIamPath(path: string | undefined, field = 'path'): string {
  return requirePath(path ?? '/', pathPattern, field)
}

export function requirePolicyPath(path: string | undefined): string {
  return requirePath(path ?? '/', policyPathPattern, 'path')
}

function requirePath(path: string, pattern: RegExp, field: string): string {
  if (pattern.test(path)) return path
  throw invalidField(
    field,
    'begin and end with / and contain only alphanumeric characters and/or / characters.',
  )
}

export function requirePathPrefix(prefix: string | undefined): string {
  if (prefix === undefined) return '/'
  if (prefixPattern.test(prefix)) return prefix
  throw invalidField(
    'pathPrefix',
    'begin with the / character and contain only alphanumeric characters and/or / characters.',
  )
}

export function requireKeyId(id: string): string {
  if (/^\w+$/.test(id)) return id
  throw invalidField('accessKeyId', 'contain only alphanumeric characters.')
}

function invalidField(field: string, rule: string) {
  return validation(`The specified value for ${field} is invalid. It must ${rule}`)
}
