/** DeleteSubnetGroup: removes a group that no cluster is described with. */
import { withoutSubnetGroup } from '../../accelerator/subnet-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'

export const deleteSubnetGroup = operation('dax.DeleteSubnetGroup', {
  read: ({ SubnetGroupName }) => SubnetGroupName,

  access: () => [onAnything('dax:DeleteSubnetGroup')],

  async run(ctx, name) {
    await changeHoldings(ctx, (before, { nowMs }) => ({
      holdings: withoutSubnetGroup(before, name, nowMs),
      result: undefined,
    }))
    return { output: { DeletionMessage: `Subnet group ${name} has been deleted.` } }
  },
})
