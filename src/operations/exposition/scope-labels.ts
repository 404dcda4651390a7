/** Account and region are labels only where there are several: most servers have one of each. */
import type { Scope } from '../../model/arn.js'
import type { Labels } from '../../metrics/metric-sink.js'

interface Scoped {
  readonly scope: Scope | undefined
}

export type LabelsOfScope = (one: Scoped) => Labels

export function scopeLabels(all: readonly Scoped[]): LabelsOfScope {
  const scopes = all.map(({ scope }) => scope).filter((scope) => scope !== undefined)
  const several = new Set(scopes.map(({ account, region }) => `${account} ${region}`)).size > 1
  return ({ scope }): Labels => {
    if (!several || scope === undefined) return {}
    return { account: scope.account, region: scope.region }
  }
}
