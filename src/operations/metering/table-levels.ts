/**
 * What AWS shows of a table or an account in every period, whether or not anybody uses it: provisioned units,
 * configured maximums, quotas, and zeros where nothing was consumed.
 */
import type { DescribedTable } from '../../catalog/table.js'
import type { OnDemandThroughput, Throughput } from '../../model/table.js'
import type { Scope } from '../../model/arn.js'
import { coarseMs, minuteMs } from '../../metrics/limits.js'
import type { Level } from '../../metrics/levels.js'
import type { Unit } from '../../metrics/series.js'
import { resourceValues, seriesNamed, type DimensionValues } from './series-names.js'

interface Named {
  readonly scope: Scope
  readonly values: DimensionValues
}

export function tableLevels(table: DescribedTable): readonly Level[] {
  const { billing, onDemandThroughput, indexes } = table
  const isProvisioned = billing.mode === 'provisioned'
  const own = { scope: table, values: resourceValues(table.name, undefined) }
  const ofIndexes = indexes
    .filter(({ kind }) => kind === 'global')
    .flatMap((index) => {
      const named = { scope: table, values: resourceValues(table.name, index.name) }
      const units = isProvisioned ? index.throughput : undefined
      return resourceLevels(named, units, isProvisioned ? undefined : index.onDemandThroughput)
    })
  const units = isProvisioned ? billing.throughput : undefined
  return [
    ...resourceLevels(own, units, isProvisioned ? undefined : onDemandThroughput),
    ...ofIndexes,
  ]
}

function resourceLevels(
  named: Named,
  units: Throughput | undefined,
  maximum: OnDemandThroughput | undefined,
): readonly Level[] {
  const idle = ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((metric): Level => ({
    ...level(named, metric, 0),
    everyMs: minuteMs,
    fillsGaps: true,
  }))
  return [
    ...idle,
    ...ifSet(named, 'ProvisionedReadCapacityUnits', units?.readUnits),
    ...ifSet(named, 'ProvisionedWriteCapacityUnits', units?.writeUnits),
    ...ifSet(named, 'OnDemandMaxReadRequestUnits', maximum?.readUnitsMax),
    ...ifSet(named, 'OnDemandMaxWriteRequestUnits', maximum?.writeUnitsMax),
  ]
}

function ifSet(named: Named, metric: string, value: number | undefined): readonly Level[] {
  return value === undefined ? [] : [level(named, metric, value)]
}

export function level(named: Named, metric: string, value: number, unit: Unit = 'Count'): Level {
  const { namespace, dimensions } = seriesNamed(named.scope, metric, named.values)
  return { namespace, metric, dimensions, unit, everyMs: coarseMs, value }
}
