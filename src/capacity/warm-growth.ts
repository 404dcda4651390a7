/**
 * Stores the warm throughput of on-demand tables and indexes that have grown, so that they keep it
 * when a server starts anew. It is a setting and never falls: no request is disturbed by the change, and
 * two servers that make it do no harm.
 */
import type { Catalog } from '../catalog/catalog.js'
import { warmThroughputOf } from '../catalog/rules/warm-throughput.js'
import { ServiceError } from '../model/errors.js'
import type { Billing, IndexDefinition, TableDefinition, WarmThroughput } from '../model/table.js'
import type { Limiter } from './limiter.js'
import type { ResourceAllowances, TableAllowances } from './table-allowances.js'

export async function storeGrowth(limiter: Limiter, catalog: Catalog): Promise<void> {
  for (const grown of limiter.grownTables()) {
    const { table } = grown
    try {
      await catalog.changeSetting(table, table.name, (definition) => grownBy(grown, definition))
    } catch (error) {
      // It was deleted, or is changing: the next time will do.
      if (!(error instanceof ServiceError)) throw error
    }
  }
}

function grownBy(grown: TableAllowances, definition: TableDefinition): TableDefinition {
  const { billing, warmThroughput } = definition
  if (definition.id !== grown.table.id || billing.mode !== 'on-demand') return definition
  return {
    ...definition,
    warmThroughput: warmer(grown.own, warmThroughput, billing),
    indexes: definition.indexes.map((index) => grownIndex(grown, index, billing)),
  }
}

function grownIndex(
  { indexes }: TableAllowances,
  index: IndexDefinition,
  billing: Billing,
): IndexDefinition {
  const grown = indexes.find(({ indexName }) => indexName === index.name)
  if (grown?.hasGrown !== true) return index
  return { ...index, warmThroughput: warmer(grown, index.warmThroughput, billing) }
}

function warmer(
  { read, write, hasGrown }: ResourceAllowances,
  stored: WarmThroughput | undefined,
  billing: Billing,
): WarmThroughput | undefined {
  if (!hasGrown) return stored
  const { throughput } = billing
  const { readUnits, writeUnits } = warmThroughputOf(stored, { billing, throughput })
  return {
    readUnits: Math.max(readUnits, read.grownUnits),
    writeUnits: Math.max(writeUnits, write.grownUnits),
  }
}
