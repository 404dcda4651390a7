/** GetAccessKeyInfo: the account that an access key belongs to, whether or not it is still active. */
import { accountOfSessionKey } from '../../iam/key-ids.js'
import { validation } from '../../model/errors.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const getAccessKeyInfo = operation('sts.GetAccessKeyInfo', {
  read: ({ AccessKeyId }) => AccessKeyId,

  access: () => [onAnything('sts:GetAccessKeyInfo')],

  async run({ iam }, id) {
    const record = await iam.find({ kind: 'accessKey', id })
    const account = record?.account ?? accountOfSessionKey(id)
    if (account === undefined) throw validation(`Access key ${id} does not exist`)
    return { output: { Account: account } }
  },
})
