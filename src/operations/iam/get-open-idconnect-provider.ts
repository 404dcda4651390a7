/** GetOpenIDConnectProvider: an issuer of web identities. */
import { findProvider } from '../../iam/identity-providers.js'
import { noSuchEntity } from '../../iam/refusals.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'
import { describeTags } from './requests/tags.js'
import { secondsOf } from './shapes/times.js'

export const getOpenIDConnectProvider = operation('iam.GetOpenIDConnectProvider', {
  read: ({ OpenIDConnectProviderArn }) => OpenIDConnectProviderArn,

  access: (_ctx, arn) => [accessOf('iam:GetOpenIDConnectProvider', arn)],

  async run({ iam, caller: { account } }, arn) {
    const provider = await findProvider(iam, account, arn)
    if (provider === undefined) {
      throw noSuchEntity(`OpenIDConnect Provider not found for arn ${arn}`)
    }
    const output = {
      Url: provider.name,
      ClientIDList: provider.clientIds,
      ThumbprintList: provider.thumbprints,
      CreateDate: secondsOf(provider.createdAtMs),
      Tags: describeTags(provider.tags),
    }
    return { output }
  },
})
