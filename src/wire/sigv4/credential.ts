/**
 * The credential of a signed request, `keyid/date/region/service/aws4_request`, turned into a caller.
 *
 * Regions are not listed: any plain name is a region, with its own tables.
 */
import { regionLengthMax } from '../../model/limits.js'
import type { Caller } from '../../model/caller.js'
import { credentialShape, wrongScope } from './faults.js'

const regionName = /^[\w-]+$/
const accountId = /^\d{12}$/
/** The account of all access keys that are not account ids. Local tools may send an empty one. */
const commonAccount = '000000000000'

export interface Credential {
  readonly text: string
  readonly signingName: string
  /** Called before a refusal, and may refuse for another reason. */
  readonly beforeRefusal: () => void
}

export function readCredential({ text, signingName, beforeRefusal }: Credential): Caller {
  const elements = text.split('/')
  if (elements.length !== 5) {
    beforeRefusal()
    throw credentialShape(text)
  }
  const [accessKeyId = '', , region = '', service = '', terminator = ''] = elements
  if (!isRegion(region) || service !== signingName || terminator !== 'aws4_request') {
    beforeRefusal()
    throw wrongScope(scopeFaults(elements, signingName))
  }
  return callerOf(accessKeyId, region)
}

export function callerOf(accessKeyId: string, region: string): Caller {
  const account = accountId.test(accessKeyId) ? accessKeyId : commonAccount
  return { accessKeyId, region, account }
}

function isRegion(region: string): boolean {
  return region.length <= regionLengthMax && regionName.test(region)
}

function scopeFaults(elements: readonly string[], signingName: string): readonly string[] {
  const [, , region = '', service = '', terminator = ''] = elements
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
  return faults
}
