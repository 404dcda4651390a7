/**
 * Reads the caller from the Authorization header or from the query of a presigned request, for a server
 * that accepts any credentials.
 *
 * The form is checked as far as possible without a secret, in the service's order. Dates, signed
 * headers and signatures are not verified: a replayed request is no worse than one that anyone could
 * have sent.
 */
import { sharedScope } from '../../model/arn.js'
import type { Caller } from '../../model/caller.js'
import type { Clock } from '../../stdx/clock.js'
import { readCredential } from './credential.js'
import { readDate, refuseSkewed } from './request-date.js'
import { readForm, type FormSource } from './signed-form.js'

const accountId = /^\d{12}$/
/** The account of all access keys that are not account ids. Local tools may send an empty one. */
const commonAccount = '000000000000'

export interface Authentication extends FormSource {
  /** The signing name of the called service, which must be in the scope of the credential. */
  readonly signingName: string
  readonly clock: Clock
}

/**
 * The form that SDKs send. Every request is checked with it, because splitting a valid header into
 * its parts costs several times as much.
 */
const wellFormed =
  /^AWS4-HMAC-SHA256 Credential=([^/, ]*)\/[^/, ]*\/([\w-]{1,64})\/([\w-]+)\/aws4_request, ?SignedHeaders=[^, ]+, ?Signature=[^, ]+$/

export function readCaller(authentication: Authentication): Caller {
  const { authorization, date, query, signingName } = authentication
  const isUsual = query === '' && authorization !== undefined && date
  const match = isUsual ? wellFormed.exec(authorization) : null
  return match?.[3] === signingName ? callerOf(match[1]!, match[2]!) : examineCaller(authentication)
}

/** For a server on which all regions and accounts are one. */
export function readSharedCaller(authentication: Authentication): Caller {
  return { ...readCaller(authentication), ...sharedScope }
}

function callerOf(accessKeyId: string, region: string): Caller {
  const account = accountId.test(accessKeyId) ? accessKeyId : commonAccount
  return { accessKeyId, region, account }
}

/** AWS: a date that is too old or in the future is told before a wrong credential. */
function examineCaller(authentication: Authentication): Caller {
  const { signingName, clock } = authentication
  const form = readForm(authentication)
  const credential = readCredential(form.credential, { signingName })
  if (!(credential instanceof Error)) return callerOf(credential.accessKeyId, credential.region)
  const date = readDate(form.date)
  if (date !== undefined) refuseSkewed(date, clock.now())
  throw credential
}
