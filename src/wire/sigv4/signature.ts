/** The signature that a request should have, compared with the one it has. */
import { queryOf, type WireRequest } from '../http/message.js'
import { canonicalQuery } from './canonical-uri.js'
import type { Claim } from './claim.js'
import { signatureMismatch } from './faults.js'
import { isSameSignature, sha256, type SigningKey } from './hashes.js'
import { signedLines } from './signed-headers.js'

export interface Signing {
  readonly key: SigningKey
  /** The path as the service signs it. */
  readonly path: string
  readonly payloadHash: string
}

/** Throws if the signature is not that of this request. */
export function requireSignature(request: WireRequest, claim: Claim, signing: Signing): void {
  const canonical = canonicalRequest(request, claim, signing)
  if (canonical === undefined) throw signatureMismatch()
  // What came over HTTP is bytes, one for each character.
  const bytes = request.rawHeaders === undefined ? canonical : Buffer.from(canonical, 'latin1')
  const expected = signing.key.sign(stringToSign(claim, sha256(bytes)))
  if (!isSameSignature(claim.form.signature, expected)) throw signatureMismatch()
}

/** Undefined if a signed header did not arrive. */
export function canonicalRequest(
  request: WireRequest,
  { headers }: Pick<Claim, 'headers'>,
  { path, payloadHash }: Omit<Signing, 'key'>,
): string | undefined {
  const lines = signedLines(request, headers)
  if (lines === undefined) return undefined
  const query = canonicalQuery(queryOf(request))
  return `${request.method}\n${path}\n${query}\n${lines}\n${headers.text}\n${payloadHash}`
}

export function stringToSign({ date, credential }: Claim, canonicalHash: string): string {
  return `AWS4-HMAC-SHA256\n${date.text}\n${scopeOf(credential)}\n${canonicalHash}`
}

export function scopeOf({ day, region, service }: Claim['credential']): string {
  return `${day}/${region}/${service}/aws4_request`
}
