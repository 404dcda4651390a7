/** ListPolicyVersions: the versions of a managed policy, the newest first, without their documents. */
import type { PolicyVersionRecord } from '../../iam/entities.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { pageOf, readListRequest, sourceOf } from './requests/paging.js'
import { requirePolicyView } from './requests/policy-views.js'
import { listedVersion } from './shapes/policies.js'

const numbersMax = 1e9

export const listPolicyVersions = operation('iam.ListPolicyVersions', {
  read: (input, ctx) => ({
    arn: input.PolicyArn,
    page: readListRequest(ctx, 'ListPolicyVersions', input),
  }),

  access: (ctx, { arn }) => onPolicy(ctx, 'iam:ListPolicyVersions', arn),

  async run(ctx, { arn, page }) {
    const view = await requirePolicyView(ctx, arn)
    // Sorts the highest number first.
    const keyOf = ({ id }: PolicyVersionRecord) =>
      String(numbersMax - Number(id.slice(1))).padStart(10, '0')
    const { entries, end } = await pageOf(ctx, page, sourceOf(view.versions, keyOf), keyOf)
    return { output: { Versions: entries.map((each) => listedVersion(view, each)), ...end } }
  },
})
