/**
 * JSON Web Tokens, as identity providers issue them. Only signatures that a public key verifies count, and
 * the key decides which algorithms are possible: a token cannot choose a weaker one, or none.
 */
import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { rsaKeyBitsMin } from './limits.js'

export interface WebToken {
  readonly algorithm: string
  readonly keyId: string | undefined
  readonly claims: Readonly<Record<string, unknown>>
  /** What the signature is of. */
  readonly signed: string
  readonly signature: Buffer
}

/** A public key of a provider. */
export interface TokenKey {
  readonly id: string | undefined
  readonly algorithms: readonly string[]
  readonly key: KeyObject
}

/** Undefined if it is none. Nothing in it is to be trusted before `isSignedBy`. */
export function parseWebToken(text: string): WebToken | undefined {
  const [header, payload, signature, ...rest] = text.split('.')
  if (header === undefined || payload === undefined || !signature || rest.length > 0) {
    return undefined
  }
  const head = jsonObjectIn(header)
  const claims = jsonObjectIn(payload)
  const bytes = bytesIn(signature)
  if (head === undefined || claims === undefined || bytes === undefined) return undefined
  const { alg, kid, crit } = head
  // What must be understood is not.
  if (typeof alg !== 'string' || crit !== undefined) return undefined
  const keyId = typeof kid === 'string' ? kid : undefined
  return { algorithm: alg, keyId, claims, signed: `${header}.${payload}`, signature: bytes }
}

export function isSignedBy(token: WebToken, keys: readonly TokenKey[]): boolean {
  const { algorithm, keyId } = token
  return keys.some(
    (key) =>
      key.algorithms.includes(algorithm) &&
      (keyId === undefined || key.id === keyId) &&
      verifies(token, key.key),
  )
}

function verifies({ algorithm, signed, signature }: WebToken, key: KeyObject): boolean {
  const options =
    key.asymmetricKeyType === 'rsa'
      ? { key, padding: constants.RSA_PKCS1_PADDING }
      : { key, dsaEncoding: 'ieee-p1363' as const }
  try {
    return verify(`sha${algorithm.slice(2)}`, Buffer.from(signed), options, signature)
  } catch {
    return false
  }
}

/** Undefined if the key is not one that tokens may be signed with. */
export function tokenKeyOf(jwk: unknown): TokenKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined
  const { kid, alg, use } = jwk as Readonly<Record<string, unknown>>
  if (use !== undefined && use !== 'sig') return undefined
  const key = publicKeyOf(jwk)
  const possible = key === undefined ? [] : algorithmsOf(key)
  const algorithms = alg === undefined ? possible : possible.filter((name) => name === alg)
  if (key === undefined || algorithms.length === 0) return undefined
  return { id: typeof kid === 'string' ? kid : undefined, algorithms, key }
}

function publicKeyOf(jwk: object): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as Record<string, string>, format: 'jwk' })
  } catch {
    return undefined
  }
}

const curveAlgorithms: ReadonlyMap<string | undefined, string> = new Map([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
])

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): readonly string[] {
  if (asymmetricKeyType === 'rsa') {
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    return bits >= rsaKeyBitsMin ? ['RS256', 'RS384', 'RS512'] : []
  }
  if (asymmetricKeyType !== 'ec') return []
  const algorithm = curveAlgorithms.get(asymmetricKeyDetails?.namedCurve)
  return algorithm === undefined ? [] : [algorithm]
}

function jsonObjectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = bytesIn(part)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Node decodes nearly anything; a token has exactly one spelling. */
function bytesIn(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}
