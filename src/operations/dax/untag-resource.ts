/** UntagResource: removes tags from a cluster. */
import { withTaggedCluster } from '../../accelerator/clusters.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { onCluster, taggedCluster } from './requests/dax-access.js'
import { describeTags } from './requests/read-tags.js'

export const untagDaxResource = operation('dax.UntagResource', {
  read: ({ ResourceName, TagKeys }, ctx) => ({
    name: taggedCluster(ctx, ResourceName),
    keys: TagKeys,
  }),

  access: (ctx, { name, keys }) => onCluster(ctx, 'dax:UntagResource', name, { tagKeys: keys }),

  async run(ctx, { name, keys }) {
    const tags = await changeHoldings(ctx, (before, { nowMs }) => {
      const changed = withTaggedCluster(before, name, nowMs, (old) =>
        old.filter(({ key }) => !keys.includes(key)),
      )
      return { holdings: changed.holdings, result: changed.tags }
    })
    return { output: { Tags: describeTags(tags) } }
  },
})
