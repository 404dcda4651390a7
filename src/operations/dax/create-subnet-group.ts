/** CreateSubnetGroup: makes a group of subnets that a cluster can be described with. */
import { withSubnetGroup } from '../../accelerator/subnet-groups.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { readDaxDescription, readGroupName } from './requests/read-names.js'
import { readSubnets } from './requests/read-subnets.js'
import { describeSubnetGroup } from './shapes/described.js'

export const createSubnetGroup = operation('dax.CreateSubnetGroup', {
  read({ SubnetGroupName, Description, SubnetIds }) {
    const description = readDaxDescription(Description)
    return {
      name: readGroupName('Subnet', SubnetGroupName),
      ...(description !== undefined && { description }),
      subnets: readSubnets(SubnetIds),
    }
  },

  access: () => [onAnything('dax:CreateSubnetGroup')],

  async run(ctx, group) {
    await changeHoldings(ctx, (before) => ({
      holdings: withSubnetGroup(before, group),
      result: undefined,
    }))
    return { output: { SubnetGroup: describeSubnetGroup(group) } }
  },
})
