/** Temporary credentials as STS answers them. */
import type { Credentials } from '../../api/generated/sts-types.js'
import type { CallerSession, Identity } from '../../model/caller.js'
import { ServiceError } from '../../model/errors.js'
import { packedSize } from '../../iam/packed-session.js'
import type { OperationContext } from '../operation.js'

/** What a session is to carry, beside its times. */
export type SessionDetails = Omit<CallerSession, 'issuedAtMs' | 'expiresAtMs'>

interface IssuedSession {
  readonly Credentials: Credentials
  readonly PackedPolicySize?: number
}

export function issueSession(
  { clock, sessionTokens }: Pick<OperationContext, 'clock' | 'sessionTokens'>,
  identity: Identity,
  { seconds, ...details }: SessionDetails & { readonly seconds: number },
): IssuedSession {
  const percent = packedPercent(details)
  // AWS: expires at a whole second.
  const issuedAtMs = Math.floor(clock.now() / 1000) * 1000
  const expiresAtMs = issuedAtMs + seconds * 1000
  const issued = sessionTokens.issue(identity, { ...details, issuedAtMs, expiresAtMs })
  return {
    Credentials: {
      AccessKeyId: issued.accessKeyId,
      SecretAccessKey: issued.secretAccessKey,
      SessionToken: issued.sessionToken,
      Expiration: expiresAtMs / 1000,
    },
    ...(percent === undefined ? {} : { PackedPolicySize: percent }),
  }
}

function packedPercent(details: SessionDetails): number | undefined {
  const size = packedSize(details)
  if (size === undefined || size.percent <= 100) return size?.percent
  const { percent, tagsPercent } = size
  throw new ServiceError(
    'PackedPolicyTooLargeException',
    tagsPercent > 100
      ? `Packed size of session tags consumes ${tagsPercent}% of allotted space.`
      : `Packed policy consumes ${percent}% of allotted space, please use smaller policy.`,
  )
}
