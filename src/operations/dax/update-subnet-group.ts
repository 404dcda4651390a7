/** UpdateSubnetGroup: changes the description or the subnets of a group. */
import { withSubnets } from '../../accelerator/subnet-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { readDaxDescription } from './requests/read-names.js'
import { readSubnets } from './requests/read-subnets.js'
import { describeSubnetGroup } from './shapes/described.js'

export const updateSubnetGroup = operation('dax.UpdateSubnetGroup', {
  read({ SubnetGroupName: name, Description, SubnetIds }) {
    const description = readDaxDescription(Description)
    const change = {
      ...(description !== undefined && { description }),
      ...(SubnetIds !== undefined && { subnets: readSubnets(SubnetIds) }),
    }
    return { name, change }
  },

  access: () => [onAnything('dax:UpdateSubnetGroup')],

  async run(ctx, { name, change }) {
    const changed = await changeHoldings(ctx, (before) => {
      const { holdings, group } = withSubnets(before, name, change)
      return { holdings, result: group }
    })
    return { output: { SubnetGroup: describeSubnetGroup(changed) } }
  },
})
