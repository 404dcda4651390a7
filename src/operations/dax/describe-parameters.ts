/** DescribeParameters: the parameters of a group. */
import { requireParameterGroup } from '../../accelerator/parameter-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOf, readDaxPage } from './requests/dax-paging.js'
import { parametersOf } from './shapes/described.js'

export const describeParameters = operation('dax.DescribeParameters', {
  read: (input) => ({
    name: input.ParameterGroupName,
    source: input.Source,
    page: readDaxPage(input),
  }),

  access: () => [onAnything('dax:DescribeParameters')],

  async run(ctx, { name, source, page }) {
    const desk = await ctx.dax()
    const group = requireParameterGroup(await desk.find(ctx.caller), name)
    const all = parametersOf(group).filter(
      ({ Source }) => source === undefined || source === '' || Source === source,
    )
    const { shown, next } = pageOf(ctx, page, { parametersOf: name, source }, all)
    return { output: { Parameters: shown, NextToken: next } }
  },
})
