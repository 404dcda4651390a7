/**
 * The credential of a signed request, `keyid/date/region/service/aws4_request`, turned into a caller.
 *
 * Regions are not listed: any plain name is a region, and a world of its own.
 */
import { regionLengthMax } from '../../model/limits.js'
import type { Caller } from '../../model/caller.js'
import { credentialShape, unrecognizedClient, wrongScope } from './faults.js'

const regionName = /^[\w-]+$/
const accountId = /^\d{12}$/
/** Whose keys are all others. */
const commonAccount = '000000000000'

export function readCredential(credential: string): Caller {
  const elements = credential.split('/')
  if (elements.length !== 5) throw credentialShape(credential)
  const [accessKeyId = '', , region = '', service = '', terminator = ''] = elements
  if (!isRegion(region) || service !== 'dynamodb' || terminator !== 'aws4_request') {
    throw wrongScope(scopeFaults(region, service, terminator))
  }
  if (accessKeyId === '') throw unrecognizedClient()
  return callerOf(accessKeyId, region)
}

export function callerOf(accessKeyId: string, region: string): Caller {
  const account = accountId.test(accessKeyId) ? accessKeyId : commonAccount
  return { accessKeyId, region, account }
}

function isRegion(region: string): boolean {
  return region.length <= regionLengthMax && regionName.test(region)
}

function scopeFaults(region: string, service: string, terminator: string): readonly string[] {
  const faults: string[] = []
  if (!isRegion(region)) faults.push('Credential should be scoped to a valid region. ')
  if (service !== 'dynamodb') {
    faults.push("Credential should be scoped to correct service: 'dynamodb'. ")
  }
  if (terminator !== 'aws4_request') {
    faults.push(
      `Credential should be scoped with a valid terminator: 'aws4_request', not '${terminator}'. `,
    )
  }
  return faults
}
