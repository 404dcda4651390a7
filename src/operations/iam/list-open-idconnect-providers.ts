/** ListOpenIDConnectProviders: all issuers of web identities of the account. */
import { providerArn } from '../../iam/arns.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'

export const listOpenIDConnectProviders = operation('iam.ListOpenIDConnectProviders', {
  read: () => undefined,

  access: ({ caller: { account } }) => [
    accessOf('iam:ListOpenIDConnectProviders', providerArn(account, '*')),
  ],

  async run({ iam, caller: { account } }) {
    const list: { readonly Arn: string }[] = []
    for await (const { name } of iam.walk('provider', account)) {
      list.push({ Arn: providerArn(account, name) })
    }
    return { output: { OpenIDConnectProviderList: list } }
  },
})
