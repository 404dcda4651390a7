/** DeleteOpenIDConnectProvider: an issuer whose identities are no longer trusted. */
import { deleteProvider } from '../../iam/identity-providers.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'

export const deleteOpenIDConnectProvider = operation('iam.DeleteOpenIDConnectProvider', {
  read: ({ OpenIDConnectProviderArn }) => OpenIDConnectProviderArn,

  access: (_ctx, arn) => [accessOf('iam:DeleteOpenIDConnectProvider', arn)],

  async run({ iam, caller: { account } }, arn) {
    await deleteProvider(iam, account, arn)
    return { output: undefined }
  },
})
