/** OpenID Connect providers, whose identities roles can trust. */
import type { SessionTag } from '../model/caller.js'
import { validation } from '../model/errors.js'
import { parseProviderArn } from './arns.js'
import type { IdentityProvider } from './entities.js'
import { requireDistinctTags, sortedTags } from './iam-tags.js'
import type { IamStore } from './iam-store.js'
import { identityProvidersMax, providerClientIdsMax, providerThumbprintsMax } from './quotas.js'
import type { IamOffice } from './office.js'
import { entityExists, invalidInput, noSuchEntity, quotaExceeded } from './refusals.js'

export interface NewProvider {
  readonly account: string
  readonly url: string
  readonly clientIds: readonly string[]
  readonly thumbprints: readonly string[]
  readonly tags: readonly SessionTag[]
}

export async function createProvider(
  { iam, clock }: IamOffice,
  { account, url, clientIds, thumbprints, tags }: NewProvider,
): Promise<IdentityProvider> {
  const name = issuerOf(url)
  requireDistinctTags(tags, 'counts')
  if (thumbprints.length > providerThumbprintsMax) {
    throw invalidInput(
      `Thumbprint list must contain fewer than ${providerThumbprintsMax + 1} entries.`,
    )
  }
  if (clientIds.length > providerClientIdsMax) {
    throw quotaExceeded('ClientIdsPerOpenIdConnectProvider', providerClientIdsMax)
  }
  if ((await iam.count('provider', account, identityProvidersMax)) >= identityProvidersMax) {
    throw quotaExceeded('OpenIdConnectProvidersPerAccount', identityProvidersMax)
  }
  const at = { kind: 'provider', account, name } as const
  const createdAtMs = clock.now()
  const provider = { account, name, clientIds, thumbprints, tags: sortedTags(tags), createdAtMs }
  return iam.change([at], ([found]) => {
    if (found !== undefined) throw entityExists(`Provider with url ${url} already exists.`)
    return { writes: [{ at, record: provider }], result: provider }
  })
}

/** AWS: `https` alone is accepted; the ARN has the URL without it. */
function issuerOf(url: string): string {
  const match = /^https:\/\/([\w.-]+(?::\d+)?(?:\/[\w.~%-]+)*)\/?$/.exec(url)
  if (match === null) throw validation('Invalid Open ID Connect Provider URL')
  return match[1]!
}

export async function findProvider(
  iam: IamStore,
  account: string,
  arn: string,
): Promise<IdentityProvider | undefined> {
  const parsed = parseProviderArn(arn)
  if (parsed?.account !== account) return undefined
  return iam.find({ kind: 'provider', account, name: parsed.issuer })
}

export async function deleteProvider(iam: IamStore, account: string, arn: string): Promise<void> {
  const parsed = parseProviderArn(arn)
  if (parsed?.account !== account) throw noProviderToDelete(arn)
  const at = { kind: 'provider', account, name: parsed.issuer } as const
  await iam.change([at], ([found]) => {
    if (found === undefined) throw noProviderToDelete(arn)
    return { writes: [{ at, record: undefined }], result: undefined }
  })
}

function noProviderToDelete(arn: string) {
  return noSuchEntity(`OpenId connect Provider ${arn} cannot be found.`)
}
