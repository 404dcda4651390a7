/**
 * What a backup keeps of a table beside its items: all that it was defined by, without where it was
 * stored. Plain JSON, which manifests contain, so a new member must be listed here to be kept.
 */
import { withoutPlace } from '../catalog/derived.js'
import type { RestorableTable } from '../catalog/rules/restored-table.js'
import type { Scope } from '../model/arn.js'
import type { StreamDraft, TableDefinition } from '../model/table.js'

export interface SavedTable
  extends
    Scope,
    RestorableTable,
    Pick<
      TableDefinition,
      | 'name'
      | 'id'
      | 'createdAtMs'
      | 'warmThroughput'
      | 'tableClass'
      | 'deletionProtection'
      | 'tags'
      | 'timeToLive'
      | 'pointInTimeRecovery'
    > {
  /** Only while it was enabled. */
  readonly stream?: StreamDraft
}

export function savedTable(table: TableDefinition): SavedTable {
  const { account, region, name, id, createdAtMs, stream, timeToLive, vectorIndexes } = table
  return {
    account,
    region,
    name,
    id,
    createdAtMs,
    keySchema: table.keySchema,
    attributeTypes: table.attributeTypes,
    indexes: table.indexes.map(withoutPlace),
    ...(vectorIndexes && { vectorIndexes: vectorIndexes.map(withoutPlace) }),
    billing: table.billing,
    onDemandThroughput: table.onDemandThroughput,
    warmThroughput: table.warmThroughput,
    tableClass: table.tableClass,
    encryption: table.encryption,
    deletionProtection: table.deletionProtection,
    tags: table.tags,
    pointInTimeRecovery: table.pointInTimeRecovery,
    ...(timeToLive?.enabled && { timeToLive }),
    ...(stream?.enabled && { stream: { enabled: true, viewType: stream.viewType } }),
  }
}
