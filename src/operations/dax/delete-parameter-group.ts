/** DeleteParameterGroup: removes a group that no cluster uses. */
import { withoutParameterGroup } from '../../accelerator/parameter-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'

export const deleteParameterGroup = operation('dax.DeleteParameterGroup', {
  read: ({ ParameterGroupName }) => ParameterGroupName,

  access: () => [onAnything('dax:DeleteParameterGroup')],

  async run(ctx, name) {
    await changeHoldings(ctx, (before, { nowMs }) => ({
      holdings: withoutParameterGroup(before, name, nowMs),
      result: undefined,
    }))
    return { output: { DeletionMessage: `Parameter group ${name} has been deleted.` } }
  },
})
