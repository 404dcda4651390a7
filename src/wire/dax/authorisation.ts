/**
 * authorizeConnection: AWS's Signature Version 4 over a fixed request, of which the client sends the text that was
 * signed. So an authorisation is checked as the signature of that request, and ends as such a request would: when it is
 * too old, when its token expires, when its key is deleted.
 */
import type { CborValue } from '../cbor/cbor-value.js'
import { emptyBody, type Peer, type WireRequest } from '../http/message.js'
import { daxUserAgentLengthMax } from './limits.js'

/** The service that credentials are scoped to. */
export const daxSigningName = 'dax'

const signedHost = 'dax.amazonaws.com'
const signedTextLengthMax = 1_024

/** The request that the client has signed. What does not fit is left to whoever checks it. */
export function signedRequest(
  given: readonly CborValue[],
  peer: Peer,
  agent: string | undefined,
): WireRequest {
  const [accessKeyId, signature, signedText, sessionToken, userAgent] = given
  const [algorithm, date, scope] = linesOf(signedText)
  const named = typeof userAgent === 'string' && userAgent !== '' ? userAgent : agent
  const credential = `${textOf(accessKeyId)}/${scope}`
  return {
    method: 'POST',
    url: '/',
    headers: {
      host: signedHost,
      'x-amz-date': date,
      authorization: `${algorithm} Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=${textOf(signature)}`,
      ...(typeof sessionToken === 'string' && { 'x-amz-security-token': sessionToken }),
      ...(named !== undefined && { 'user-agent': named.slice(0, daxUserAgentLengthMax) }),
    },
    repeatedHost: false,
    body: emptyBody,
    peer,
  }
}

function linesOf(signedText: CborValue): readonly [string, string, string] {
  const isText = signedText instanceof Uint8Array && signedText.length <= signedTextLengthMax
  const text = isText ? (signedText as Buffer).toString('latin1') : textOf(signedText)
  const [algorithm = '', date = '', scope = ''] = text.split('\n', 3)
  return [algorithm, date, scope]
}

function textOf(value: CborValue): string {
  return typeof value === 'string' && value.length <= signedTextLengthMax ? value : ''
}
