/** ListAccountAliases: accounts have no aliases here. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const listAccountAliases = operation('iam.ListAccountAliases', {
  read: () => undefined,

  access: () => [onAnything('iam:ListAccountAliases')],

  async run() {
    return { output: { AccountAliases: [], IsTruncated: false } }
  },
})
