/**
 * Who a web identity token speaks of: a subject, for an audience, by a provider that an account knows. A
 * token counts if a configured key of its issuer verifies it, and only for the time it names.
 */
import type { IdentityProvider } from '../../iam/entities.js'
import { isSignedBy, type WebToken } from '../../iam/json-web-token.js'
import { providerClockSkewMsMax, webIdentityClaimLengthMax } from '../../iam/limits.js'
import { ServiceError } from '../../model/errors.js'
import type { OperationContext } from '../operation.js'

export interface WebIdentity {
  readonly providerArn: string
  readonly subject: string
  readonly audience: string
  /** Condition keys, as policies name them: `issuer:sub`. */
  readonly keys: Readonly<Record<string, string>>
}

export async function requireWebIdentity(
  ctx: Pick<OperationContext, 'iam' | 'oidcKeys' | 'clock'>,
  account: string,
  token: WebToken,
): Promise<WebIdentity> {
  const issuer = requireClaim(token, 'iss')
  const name = issuer.replace(/^https:\/\//, '')
  const provider = issuer.startsWith('https://')
    ? await ctx.iam.find({ kind: 'provider', account, name })
    : undefined
  // Names are found whatever their case, and issuers are compared with it.
  if (provider?.name !== name) {
    throw invalidToken(`No OpenIDConnect provider found in your account for ${issuer}`)
  }
  await requireSignature(ctx, issuer, token)
  const subject = requireClaim(token, 'sub')
  const audiences = requireAudience(token, provider)
  requireTime(token, ctx.clock.now())
  const providerArn = `arn:aws:iam::${account}:oidc-provider/${name}`
  const keys = {
    'aws:FederatedProvider': providerArn,
    [`${name}:sub`]: subject,
    [`${name}:aud`]: audiences.audience,
    ...(audiences.original === undefined ? {} : { [`${name}:oaud`]: audiences.original }),
  }
  return { providerArn, subject, audience: audiences.audience, keys }
}

async function requireSignature(
  { oidcKeys }: Pick<OperationContext, 'oidcKeys'>,
  issuer: string,
  token: WebToken,
): Promise<void> {
  const keys = await oidcKeys.find(issuer)
  if (keys === undefined) {
    throw invalidToken(
      "Couldn't retrieve verification key from your identity provider, please reference AssumeRoleWithWebIdentity documentation for requirements",
    )
  }
  if (!isSignedBy(token, keys)) throw invalidToken('Token signature invalid')
}

/** AWS: the party that the token was issued to counts, if it is named, rather than whom it is meant for. */
function requireAudience(
  token: WebToken,
  { clientIds }: IdentityProvider,
): { readonly audience: string; readonly original?: string } {
  const { aud, azp } = token.claims
  const listed = (Array.isArray(aud) ? aud : [aud]).filter((each) => typeof each === 'string')
  const candidates = typeof azp === 'string' ? [azp] : listed
  const audience = candidates.find((each) => clientIds.includes(each))
  if (listed.length === 0) throw invalidToken('Missing a required claim: aud')
  if (audience === undefined || audience.length > webIdentityClaimLengthMax) {
    throw invalidToken('Incorrect token audience')
  }
  const [original] = listed
  return azp === undefined || original === undefined || original.length > webIdentityClaimLengthMax
    ? { audience }
    : { audience, original }
}

function requireTime({ claims }: WebToken, nowMs: number): void {
  const { exp, nbf, iat } = claims
  if (typeof exp !== 'number') throw invalidToken('Missing a required claim: exp')
  const now = Math.floor(nowMs / 1000)
  if (!(now < exp)) {
    throw new ServiceError(
      'ExpiredTokenException',
      `Token expired: current date/time ${now} must be before the expiration date/time ${Math.floor(exp)}`,
    )
  }
  const latest = now + providerClockSkewMsMax / 1000
  for (const start of [nbf, iat]) {
    if (typeof start === 'number' && start > latest) throw invalidToken('Token is not yet valid')
  }
}

function requireClaim({ claims }: WebToken, name: 'iss' | 'sub'): string {
  const value = claims[name]
  if (typeof value !== 'string' || value === '') {
    throw invalidToken(`Missing a required claim: ${name}`)
  }
  if (value.length <= webIdentityClaimLengthMax) return value
  throw invalidToken(`The claim ${name} is too long`)
}

export function invalidToken(message: string): ServiceError {
  return new ServiceError('InvalidIdentityTokenException', message)
}
