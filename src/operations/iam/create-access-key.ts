/** CreateAccessKey: a new key. Only its answer has the secret. */
import { makeAccessKey } from '../../iam/user-keys.js'
import { operation } from '../operation.js'
import { onKeyHolder } from './requests/access.js'
import { keyHolder } from './requests/names.js'
import { secondsOf } from './shapes/times.js'

export const createAccessKey = operation('iam.CreateAccessKey', {
  read: ({ UserName }, ctx) => keyHolder(ctx, UserName),

  access: (ctx, holder) => onKeyHolder(ctx, 'iam:CreateAccessKey', holder),

  async run(ctx, holder) {
    const { accessKeyId, secretAccessKey, record } = await makeAccessKey(ctx, holder)
    const key = {
      UserName: record.userName ?? '',
      AccessKeyId: accessKeyId,
      Status: 'Active',
      SecretAccessKey: secretAccessKey,
      CreateDate: secondsOf(record.createdAtMs),
    } as const
    return { output: { AccessKey: key } }
  },
})
