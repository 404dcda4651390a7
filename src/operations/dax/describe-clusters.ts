/** DescribeClusters: the cluster, with the servers behind it. */
import { findCluster } from '../../accelerator/clusters.js'
import { clusterNotFound } from '../../accelerator/dax-faults.js'
import { livingClusters } from '../../accelerator/dax-holdings.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { clusterAccess } from './requests/dax-access.js'
import { pageOf, readDaxPage } from './requests/dax-paging.js'
import { readClusterName } from './requests/read-names.js'
import { describeCluster } from './shapes/described.js'

export const describeClusters = operation('dax.DescribeClusters', {
  read: (input) => ({
    names: (input.ClusterNames ?? []).map(readClusterName),
    page: readDaxPage(input),
  }),

  access: (ctx, { names }) =>
    names.length === 0
      ? [onAnything('dax:DescribeClusters')]
      : Promise.all(names.map((name) => clusterAccess(ctx, 'dax:DescribeClusters', name))),

  async run(ctx, { names, page }) {
    const { caller, clock } = ctx
    const desk = await ctx.dax()
    const holdings = await desk.find(caller)
    const nowMs = clock.now()
    const named = names.map((name) => {
      const found = findCluster(holdings, name, nowMs)
      if (found === undefined) throw clusterNotFound(name)
      return found
    })
    const all = names.length === 0 ? livingClusters(holdings, nowMs) : named
    const { shown, next } = pageOf(ctx, page, { names }, all)
    const Clusters = await Promise.all(shown.map((cluster) => describeCluster(ctx, cluster)))
    return { output: { Clusters, NextToken: next } }
  },
})
