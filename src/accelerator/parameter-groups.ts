/** Parameter groups: made, changed, deleted. `default.dax1.0` is always there and never changes. */
import { defaultCacheTimes, type CacheTimes } from './cache-parameters.js'
import { daxFault } from './dax-faults.js'
import { isDaxName, livingClusters, type DaxHoldings, type ParameterGroup } from './dax-holdings.js'
import { parameterGroupsMax } from './limits.js'

export const defaultParameterGroup: ParameterGroup = {
  name: 'default.dax1.0',
  description: 'Default parameter group for DAX 1.0',
  ...defaultCacheTimes,
}

export function allParameterGroups({
  parameterGroups,
}: Pick<DaxHoldings, 'parameterGroups'>): readonly ParameterGroup[] {
  return [defaultParameterGroup, ...parameterGroups]
}

export function findParameterGroup(
  holdings: Pick<DaxHoldings, 'parameterGroups'>,
  name: string,
): ParameterGroup | undefined {
  return allParameterGroups(holdings).find((group) => isDaxName(group.name, name))
}

export function requireParameterGroup(holdings: DaxHoldings, name: string): ParameterGroup {
  const found = findParameterGroup(holdings, name)
  if (found !== undefined) return found
  throw daxFault('ParameterGroupNotFoundFault', `Parameter group ${name} not found.`)
}

export function withParameterGroup(holdings: DaxHoldings, group: ParameterGroup): DaxHoldings {
  const { parameterGroups } = holdings
  if (findParameterGroup(holdings, group.name) !== undefined) {
    const sentence = `Parameter group ${group.name} already exists.`
    throw daxFault('ParameterGroupAlreadyExistsFault', sentence)
  }
  if (parameterGroups.length >= parameterGroupsMax) {
    const sentence = `An account can have at most ${parameterGroupsMax} parameter groups.`
    throw daxFault('ParameterGroupQuotaExceededFault', sentence)
  }
  const sorted = [...parameterGroups, group].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { ...holdings, parameterGroups: sorted }
}

export function withParameters(
  holdings: DaxHoldings,
  name: string,
  times: Partial<CacheTimes>,
): { readonly holdings: DaxHoldings; readonly group: ParameterGroup } {
  const before = requireOwnGroup(holdings, name, 'modified')
  const group = { ...before, ...times }
  const parameterGroups = holdings.parameterGroups.map((each) => (each === before ? group : each))
  return { holdings: { ...holdings, parameterGroups }, group }
}

export function withoutParameterGroup(
  holdings: DaxHoldings,
  name: string,
  nowMs: number,
): DaxHoldings {
  const gone = requireOwnGroup(holdings, name, 'deleted')
  const user = livingClusters(holdings, nowMs).find(({ parameterGroup }) =>
    isDaxName(parameterGroup, name),
  )
  if (user !== undefined) {
    const sentence = `Parameter group ${gone.name} is in use by cluster ${user.name}.`
    throw daxFault('InvalidParameterGroupStateFault', sentence)
  }
  const parameterGroups = holdings.parameterGroups.filter((each) => each !== gone)
  return { ...holdings, parameterGroups }
}

function requireOwnGroup(holdings: DaxHoldings, name: string, deed: string): ParameterGroup {
  const group = requireParameterGroup(holdings, name)
  if (group !== defaultParameterGroup) return group
  const sentence = `The default parameter group ${group.name} cannot be ${deed}.`
  throw daxFault('InvalidParameterGroupStateFault', sentence)
}
