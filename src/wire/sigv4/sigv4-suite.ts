/** Shared by the tests of signatures: a key, whom it belongs to, and a verifier that knows no other. */
import type { KeyLookup } from '../../iam/credentials.js'
import type { Identity } from '../../model/caller.js'
import { VirtualClock, type Clock } from '../../stdx/clock.js'
import type { WireRequest } from '../http/message.js'
import { requestOf } from '../wire-suite.js'
import type { KeySource } from './key-source.js'
import { SignatureVerifier } from './verify.js'

export const testKey = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
} as const

export const testIdentity: Identity = {
  kind: 'user',
  account: '123456789012',
  arn: 'arn:aws:iam::123456789012:user/alice',
  principalArn: 'arn:aws:iam::123456789012:user/alice',
  userId: 'AIDAEXAMPLE',
  name: 'alice',
}

/** Session tokens: `good` belongs to the key, `old` has expired. */
export function answerFor(accessKeyId: string, sessionToken: string | undefined): KeyLookup {
  if (sessionToken === 'old') return 'expired-token'
  if (sessionToken !== undefined && sessionToken !== 'good') return 'bad-token'
  if (accessKeyId !== testKey.accessKeyId) return 'unknown'
  return { secretAccessKey: testKey.secretAccessKey, identity: testIdentity }
}

export const testKeys: KeySource = { find: answerFor }

export function testVerifier(clock: Clock, keys: KeySource = testKeys): SignatureVerifier {
  return new SignatureVerifier({ keys, clock })
}

export function verifierAt(isoDate: string): SignatureVerifier {
  return testVerifier(new VirtualClock(Date.parse(isoDate)))
}

/** `accepted`, or the name and sentence of the error. */
export async function verdictOf(
  verifier: SignatureVerifier,
  request: WireRequest,
  signingName = 'dynamodb',
): Promise<string> {
  try {
    const caller = await verifier.authenticate(request, signingName)
    return caller.identity === testIdentity ? 'accepted' : 'accepted as somebody else'
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `${error.name.replace(/Exception$/, '')}: ${error.message}`
  }
}

/** Lines of a request head, as published vectors have them: `Name:value`, the request line first. */
export function requestOfText(text: string): WireRequest {
  const [head = '', body = ''] = text.split('\n\n', 2)
  const [line = '', ...lines] = head.split('\n')
  const [, method = '', url = ''] = /^(\S+) (.*) HTTP\/1\.1$/.exec(line) ?? []
  const rawHeaders = lines.flatMap((each) => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon), each.slice(colon + 1)]
  })
  const headers: Record<string, string> = {}
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers[rawHeaders[i]!.toLowerCase()] ??= rawHeaders[i + 1]!
  }
  return requestOf({ method, url, headers, rawHeaders, body })
}
