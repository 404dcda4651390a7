/**
 * The throughput that is provisioned in an account and region, summed up over its tables when it is
 * asked for. Two requests that are made at once, each by the same sum, can exceed a quota together.
 */
import type { Scope } from '../model/arn.js'
import type { Engine } from '../storage/engine.js'
import { walkTables } from './list-tables.js'
import { plusUnits, reservedBy } from './rules/capacity-quotas.js'
import type { ThroughputUnits } from './rules/throughput.js'

export async function sumReservedUnits(engine: Engine, scope: Scope): Promise<ThroughputUnits> {
  let sum: ThroughputUnits = { readUnits: 0, writeUnits: 0 }
  for await (const decoded of walkTables(engine, scope)) {
    // What a refused table has cannot be read.
    if (decoded.kind === 'refused') continue
    const { definition } = decoded.record
    if (definition.transition?.kind !== 'deleting') sum = plusUnits(sum, reservedBy(definition))
  }
  return sum
}
