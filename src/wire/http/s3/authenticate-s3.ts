/**
 * Who has signed a request for a bucket. S3 differs from other services: paths are encoded once, a header
 * says what was signed of the body, and addresses that were signed in advance count for as long as they say.
 */
import type { Caller } from '../../../model/caller.js'
import type { Clock } from '../../../stdx/clock.js'
import { canonicalS3Path } from '../../sigv4/canonical-uri.js'
import { ChunkSignatures } from '../../sigv4/chunk-signatures.js'
import type { Claim } from '../../sigv4/claim.js'
import { clockSkewMaxMs, presignedSecondsMax } from '../../sigv4/limits.js'
import { refuseSkewed, type RequestDate } from '../../sigv4/request-date.js'
import type { SignedForm } from '../../sigv4/signed-form.js'
import type { SignatureVerifier, SigningRules } from '../../sigv4/verify.js'
import { headerOf, pathOf, queryOf, type WireRequest } from '../message.js'
import { S3Error } from './s3-error.js'

/** What the signature says about the body. */
export type SignedPayload =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'hash'; readonly sha256: string }
  | { readonly kind: 'chunks'; readonly signatures: ChunkSignatures; readonly hasTrailer: boolean }

export interface SignedS3 {
  readonly caller: Caller
  readonly payload: SignedPayload
}

/** Throws if it cannot be trusted. */
export type AuthenticateS3 = (request: WireRequest) => Promise<SignedS3>

export function s3Authentication(verifier: SignatureVerifier, clock: Clock): AuthenticateS3 {
  const rules: SigningRules = {
    signingName: 's3',
    refuseDate: (date, form, request) => refuseDate(date, form, request, clock.now()),
    pathOf: (request) => canonicalS3Path(pathOf(request)),
    payloadHash: (request, claim) => {
      refuseUnsignedHeaders(request, claim)
      return payloadText(request, claim.form)
    },
  }
  return async (request) => {
    const { caller, claim, key } = await verifier.verify(request, rules)
    const text = payloadText(request, claim.form)
    return { caller, payload: readPayload(text, () => new ChunkSignatures(key, claim)) }
  }
}

const unsigned = 'UNSIGNED-PAYLOAD'
const signedChunks = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'
const signedChunksTrailer = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER'
const unsignedChunks = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
const sha256Digits = /^[\da-f]{64}$/i

function readPayload(text: string, signatures: () => ChunkSignatures): SignedPayload {
  switch (text) {
    case unsigned:
    case unsignedChunks:
      return { kind: 'unsigned' }
    case signedChunks:
    case signedChunksTrailer:
      return {
        kind: 'chunks',
        signatures: signatures(),
        hasTrailer: text === signedChunksTrailer,
      }
    default:
      if (sha256Digits.test(text)) return { kind: 'hash', sha256: text.toLowerCase() }
      throw new S3Error(
        'InvalidArgument',
        400,
        `x-amz-content-sha256 must be ${unsigned}, ${unsignedChunks}, ${signedChunks}, ${signedChunksTrailer} or a valid sha256 value.`,
      )
  }
}

/** AWS: an address that says nothing about the body leaves it to whoever uses it. */
function payloadText(request: WireRequest, { isPresigned }: SignedForm): string {
  const header = headerOf(request, 'x-amz-content-sha256')
  if (header !== undefined) return header
  if (isPresigned) return parameterOf(request, 'X-Amz-Content-Sha256') ?? unsigned
  throw new S3Error(
    'InvalidRequest',
    400,
    'Missing required header for this request: x-amz-content-sha256',
  )
}

/**
 * Whoever has a signed address must not be able to add what it did not ask for, such as the source of a
 * copy.
 */
function refuseUnsignedHeaders({ headers }: WireRequest, { headers: { names } }: Claim): void {
  const isUnsigned = (name: string): boolean => name.startsWith('x-amz-') && !names.includes(name)
  if (Object.keys(headers).some(isUnsigned)) {
    throw denied('There were headers present in the request which were not signed')
  }
}

function refuseDate(
  date: RequestDate,
  { isPresigned }: SignedForm,
  request: WireRequest,
  nowMs: number,
): void {
  if (!isPresigned) return refuseSkewed(date, nowMs)
  const seconds = expirySeconds(parameterOf(request, 'X-Amz-Expires'))
  if (date.ms > nowMs + clockSkewMaxMs) throw denied('Request is not yet valid')
  if (date.ms + seconds * 1000 < nowMs) throw denied('Request has expired')
}

function expirySeconds(text: string | undefined): number {
  if (text === undefined) {
    throw queryFault(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    )
  }
  if (/^-\d+$/.test(text)) throw queryFault('X-Amz-Expires must be non-negative')
  if (!/^\d{1,15}$/.test(text)) throw queryFault('X-Amz-Expires should be a number')
  const seconds = Number(text)
  if (seconds <= presignedSecondsMax) return seconds
  throw queryFault(
    `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${presignedSecondsMax} seconds`,
  )
}

function parameterOf(request: WireRequest, name: string): string | undefined {
  return new URLSearchParams(queryOf(request)).get(name) ?? undefined
}

function queryFault(message: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', 400, message)
}

function denied(message: string): S3Error {
  return new S3Error('AccessDenied', 403, message)
}
