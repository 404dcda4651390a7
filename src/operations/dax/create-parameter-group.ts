/** CreateParameterGroup: makes a group with the usual times. */
import { defaultCacheTimes } from '../../accelerator/cache-parameters.js'
import { withParameterGroup } from '../../accelerator/parameter-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { readDaxDescription, readGroupName } from './requests/read-names.js'
import { describeParameterGroup } from './shapes/described.js'

export const createParameterGroup = operation('dax.CreateParameterGroup', {
  read({ ParameterGroupName, Description }) {
    const description = readDaxDescription(Description)
    return {
      name: readGroupName('Parameter', ParameterGroupName),
      ...(description !== undefined && { description }),
    }
  },

  access: () => [onAnything('dax:CreateParameterGroup')],

  async run(ctx, named) {
    const group = await changeHoldings(ctx, (before) => {
      const made = { ...named, ...defaultCacheTimes }
      return { holdings: withParameterGroup(before, made), result: made }
    })
    return { output: { ParameterGroup: describeParameterGroup(group) } }
  },
})
