/** ListTags: the tags of a cluster. There are too few of them for a second page. */
import { requireCluster } from '../../accelerator/clusters.js'
import { operation } from '../operation.js'
import { onCluster, taggedCluster } from './requests/dax-access.js'
import { describeTags } from './requests/read-tags.js'

export const listDaxTags = operation('dax.ListTags', {
  read: ({ ResourceName }, ctx) => taggedCluster(ctx, ResourceName),

  access: (ctx, name) => onCluster(ctx, 'dax:ListTags', name),

  async run({ caller, clock, dax }, name) {
    const desk = await dax()
    const { tags } = requireCluster(await desk.find(caller), name, clock.now())
    return { output: { Tags: describeTags(tags) } }
  },
})
