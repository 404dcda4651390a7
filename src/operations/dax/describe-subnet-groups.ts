/** DescribeSubnetGroups: the groups, the default one among them. */
import { allSubnetGroups, requireSubnetGroup } from '../../accelerator/subnet-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOf, readDaxPage } from './requests/dax-paging.js'
import { describeSubnetGroup } from './shapes/described.js'

export const describeSubnetGroups = operation('dax.DescribeSubnetGroups', {
  read: (input) => ({ names: input.SubnetGroupNames ?? [], page: readDaxPage(input) }),

  access: () => [onAnything('dax:DescribeSubnetGroups')],

  async run(ctx, { names, page }) {
    const desk = await ctx.dax()
    const holdings = await desk.find(ctx.caller)
    const named = names.map((name) => requireSubnetGroup(holdings, name))
    const all = names.length === 0 ? allSubnetGroups(holdings) : named
    const { shown, next } = pageOf(ctx, page, { subnetGroups: names }, all)
    return { output: { SubnetGroups: shown.map(describeSubnetGroup), NextToken: next } }
  },
})
