/** DescribeParameterGroups: the groups, the default one among them. */
import { allParameterGroups, requireParameterGroup } from '../../accelerator/parameter-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOf, readDaxPage } from './requests/dax-paging.js'
import { describeParameterGroup } from './shapes/described.js'

export const describeParameterGroups = operation('dax.DescribeParameterGroups', {
  read: (input) => ({ names: input.ParameterGroupNames ?? [], page: readDaxPage(input) }),

  access: () => [onAnything('dax:DescribeParameterGroups')],

  async run(ctx, { names, page }) {
    const desk = await ctx.dax()
    const holdings = await desk.find(ctx.caller)
    const named = names.map((name) => requireParameterGroup(holdings, name))
    const all = names.length === 0 ? allParameterGroups(holdings) : named
    const { shown, next } = pageOf(ctx, page, { parameterGroups: names }, all)
    return { output: { ParameterGroups: shown.map(describeParameterGroup), NextToken: next } }
  },
})
