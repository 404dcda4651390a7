/**
 * The credential of a signed request, `keyid/date/region/service/aws4_request`.
 *
 * Regions are not listed: any plain name is a region, with its own tables.
 */
import { regionLengthMax } from '../../model/limits.js'
import { credentialShape, wrongScope, type AuthenticationError } from './faults.js'
import type { RequestDate } from './request-date.js'

const regionName = /^[\w-]+$/

export interface Credential {
  readonly accessKeyId: string
  readonly day: string
  readonly region: string
  readonly service: string
}

export interface ScopeRules {
  readonly signingName: string
  /** Without it, the day is not checked. */
  readonly date?: RequestDate
}

/** A fault is returned, because something else may have to be told before it. */
export function readCredential(text: string, rules: ScopeRules): Credential | AuthenticationError {
  const elements = text.split('/')
  if (elements.length !== 5) return credentialShape(text)
  const [accessKeyId = '', day = '', region = '', service = '', terminator = ''] = elements
  const credential = { accessKeyId, day, region, service }
  const faults = scopeFaults(credential, terminator, rules)
  return faults.length === 0 ? credential : wrongScope(faults)
}

/** AWS: all faults are told, one after another. */
function scopeFaults(
  { day, region, service }: Credential,
  terminator: string,
  { signingName, date }: ScopeRules,
): readonly string[] {
  const faults: string[] = []
  if (!isRegion(region)) faults.push('Credential should be scoped to a valid region. ')
  if (service !== signingName) {
    faults.push(`Credential should be scoped to correct service: '${signingName}'. `)
  }
  if (terminator !== 'aws4_request') {
    faults.push(
      `Credential should be scoped with a valid terminator: 'aws4_request', not '${terminator}'. `,
    )
  }
  if (date !== undefined && day !== date.text.slice(0, 8)) faults.push(dayFault(day, date))
  return faults
}

function isRegion(region: string): boolean {
  return region.length <= regionLengthMax && regionName.test(region)
}

function dayFault(day: string, { text }: RequestDate): string {
  return `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '${day}' != '${text.slice(0, 8)}', from '${text}'.`
}
