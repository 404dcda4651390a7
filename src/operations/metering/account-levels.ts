/** What AWS shows of an account in a region: its quotas, and how much of them its tables take. */
import type { CapacityQuotas } from '../../catalog/rules/capacity-quotas.js'
import type { DescribedTable } from '../../catalog/table.js'
import type { Scope } from '../../model/arn.js'
import type { Level } from '../../metrics/levels.js'
import { coarseMs } from '../../metrics/limits.js'
import { sortedDimensions } from '../../metrics/series.js'
import { level } from './table-levels.js'

/** Added up over the tables of an account and region. */
export class AccountSums {
  readonly scope: Scope
  #tables = 0
  readonly #total = { read: 0, write: 0 }
  readonly #most = { read: 0, write: 0 }

  constructor(scope: Scope) {
    this.scope = scope
  }

  add({ billing, indexes }: DescribedTable): void {
    this.#tables++
    if (billing.mode !== 'provisioned') return
    const all = [billing.throughput, ...indexes.map(({ throughput }) => throughput)]
    for (const units of all) {
      if (units !== undefined) this.#addUnits(units.readUnits, units.writeUnits)
    }
  }

  levels({ accountUnitsMax, tableUnitsMax }: CapacityQuotas): readonly Level[] {
    const named = { scope: this.scope, values: {} }
    const percent = (metric: string, units: number, unitsMax: number) =>
      level(named, metric, (100 * units) / unitsMax, 'Percent')
    const total = this.#total
    const most = this.#most
    return [
      level(named, 'AccountMaxReads', accountUnitsMax),
      level(named, 'AccountMaxWrites', accountUnitsMax),
      level(named, 'AccountMaxTableLevelReads', tableUnitsMax),
      level(named, 'AccountMaxTableLevelWrites', tableUnitsMax),
      percent('AccountProvisionedReadCapacityUtilization', total.read, accountUnitsMax),
      percent('AccountProvisionedWriteCapacityUtilization', total.write, accountUnitsMax),
      percent('MaxProvisionedTableReadCapacityUtilization', most.read, tableUnitsMax),
      percent('MaxProvisionedTableWriteCapacityUtilization', most.write, tableUnitsMax),
      usage('AccountProvisionedReadCapacityUnits', total.read),
      usage('AccountProvisionedWriteCapacityUnits', total.write),
      usage('TableCount', this.#tables),
    ]
  }

  #addUnits(read: number, write: number): void {
    this.#total.read += read
    this.#total.write += write
    this.#most.read = Math.max(this.#most.read, read)
    this.#most.write = Math.max(this.#most.write, write)
  }
}

/** AWS: in the namespace of all services. */
function usage(resource: string, value: number): Level {
  const values = { Service: 'DynamoDB', Type: 'Resource', Resource: resource, Class: 'None' }
  const dimensions = Object.entries(values).map(([name, text]) => ({ name, value: text }))
  return {
    namespace: 'AWS/Usage',
    metric: 'ResourceCount',
    dimensions: sortedDimensions(dimensions),
    unit: 'Count',
    everyMs: coarseMs,
    value,
  }
}
