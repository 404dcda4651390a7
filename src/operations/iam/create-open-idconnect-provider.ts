/** CreateOpenIDConnectProvider: an issuer of web identities that roles can trust. */
import { providerArn } from '../../iam/arns.js'
import { createProvider } from '../../iam/identity-providers.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'
import { readTags, tagsMember } from './requests/tags.js'

export const createOpenIDConnectProvider = operation('iam.CreateOpenIDConnectProvider', {
  read(input, { caller: { account } }) {
    return {
      account,
      url: input.Url,
      clientIds: input.ClientIDList ?? [],
      thumbprints: input.ThumbprintList ?? [],
      tags: readTags(input.Tags),
    }
  },

  access(_ctx, { account, url, tags }) {
    const arn = providerArn(account, url.replace(/^https:\/\//, ''))
    const creating = accessOf('iam:CreateOpenIDConnectProvider', arn, { tags })
    if (tags.length === 0) return [creating]
    // AWS: tags take a right of their own.
    return [creating, accessOf('iam:TagOpenIDConnectProvider', arn, { tags })]
  },

  async run(ctx, request) {
    const { account, name } = await createProvider(ctx, request)
    const arn = providerArn(account, name)
    return { output: { OpenIDConnectProviderArn: arn, ...tagsMember(request.tags) } }
  },
})
