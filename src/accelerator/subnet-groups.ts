/**
 * Subnet groups, as clusters are described with them: there are no networks here. `default` is always there and has
 * no subnets.
 */
import { daxFault } from './dax-faults.js'
import { isDaxName, livingClusters, type DaxHoldings, type SubnetGroup } from './dax-holdings.js'
import { subnetGroupsMax } from './limits.js'

export const defaultSubnetGroup: SubnetGroup = { name: 'default', subnets: [] }

export function allSubnetGroups({ subnetGroups }: DaxHoldings): readonly SubnetGroup[] {
  return [defaultSubnetGroup, ...subnetGroups]
}

export function requireSubnetGroup(holdings: DaxHoldings, name: string): SubnetGroup {
  const found = allSubnetGroups(holdings).find((group) => isDaxName(group.name, name))
  if (found !== undefined) return found
  throw daxFault('SubnetGroupNotFoundFault', `Subnet group ${name} not found.`)
}

export function withSubnetGroup(holdings: DaxHoldings, group: SubnetGroup): DaxHoldings {
  const { subnetGroups } = holdings
  if (allSubnetGroups(holdings).some(({ name }) => isDaxName(name, group.name))) {
    const sentence = `Subnet group ${group.name} already exists.`
    throw daxFault('SubnetGroupAlreadyExistsFault', sentence)
  }
  if (subnetGroups.length >= subnetGroupsMax) {
    const sentence = `An account can have at most ${subnetGroupsMax} subnet groups.`
    throw daxFault('SubnetGroupQuotaExceededFault', sentence)
  }
  const sorted = [...subnetGroups, group].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { ...holdings, subnetGroups: sorted }
}

export function withSubnets(
  holdings: DaxHoldings,
  name: string,
  change: Partial<Pick<SubnetGroup, 'description' | 'subnets'>>,
): { readonly holdings: DaxHoldings; readonly group: SubnetGroup } {
  const before = requireOwnSubnets(holdings, name, 'modified')
  const group = { ...before, ...change }
  const subnetGroups = holdings.subnetGroups.map((each) => (each === before ? group : each))
  return { holdings: { ...holdings, subnetGroups }, group }
}

export function withoutSubnetGroup(
  holdings: DaxHoldings,
  name: string,
  nowMs: number,
): DaxHoldings {
  const gone = requireOwnSubnets(holdings, name, 'deleted')
  const user = livingClusters(holdings, nowMs).find(({ subnetGroup }) =>
    isDaxName(subnetGroup, name),
  )
  if (user !== undefined) {
    const sentence = `Subnet group ${gone.name} is in use by cluster ${user.name}.`
    throw daxFault('SubnetGroupInUseFault', sentence)
  }
  return { ...holdings, subnetGroups: holdings.subnetGroups.filter((each) => each !== gone) }
}

/** There is nothing to change about the default one: it stands for having none. */
function requireOwnSubnets(holdings: DaxHoldings, name: string, deed: string): SubnetGroup {
  const group = requireSubnetGroup(holdings, name)
  if (group !== defaultSubnetGroup) return group
  const sentence = `The default subnet group cannot be ${deed}.`
  throw daxFault('SubnetGroupInUseFault', sentence)
}
