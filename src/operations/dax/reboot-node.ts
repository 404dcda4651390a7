/** RebootNode: refused. A node is a server, and is restarted where it runs. */
import { requireCluster } from '../../accelerator/clusters.js'
import { nodeId } from '../../accelerator/dax-cluster.js'
import { daxFault } from '../../accelerator/dax-faults.js'
import { operation } from '../operation.js'
import { onCluster } from './requests/dax-access.js'

export const rebootNode = operation('dax.RebootNode', {
  read: ({ ClusterName: name, NodeId: id }) => ({ name, id }),

  access: (ctx, { name }) => onCluster(ctx, 'dax:RebootNode', name),

  async run({ caller, clock, dax }, { name, id }) {
    const desk = await dax()
    const cluster = requireCluster(await desk.find(caller), name, clock.now())
    const ids = Array.from({ length: cluster.nodes }, (_, index) => nodeId(cluster.name, index))
    if (!ids.includes(id)) throw daxFault('NodeNotFoundFault', `Node ${id} not found.`)
    const sentence = `Node ${id} is a server of this database: it is restarted where it runs, not by a request.`
    throw daxFault('InvalidClusterStateFault', sentence)
  },
})
