/** TagResource: adds tags to a cluster, or changes their values. */
import { withTaggedCluster } from '../../accelerator/clusters.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { onCluster, taggedCluster } from './requests/dax-access.js'
import { addedTags, describeTags, readDaxTags } from './requests/read-tags.js'

export const tagDaxResource = operation('dax.TagResource', {
  read: ({ ResourceName, Tags }, ctx) => ({
    name: taggedCluster(ctx, ResourceName),
    added: readDaxTags(Tags),
  }),

  access: (ctx, { name, added }) => onCluster(ctx, 'dax:TagResource', name, { tags: added }),

  async run(ctx, { name, added }) {
    const tags = await changeHoldings(ctx, (before, { nowMs }) => {
      const changed = withTaggedCluster(before, name, nowMs, (old) => addedTags(old, added))
      return { holdings: changed.holdings, result: changed.tags }
    })
    return { output: { Tags: describeTags(tags) } }
  },
})
