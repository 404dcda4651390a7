/** The table of a new member: what it takes over from its source. */
import { withoutPlace } from '../../catalog/derived.js'
import type { TableDraft } from '../../catalog/table-draft.js'
import { chosenKeyOf, managedEncryption } from '../../catalog/rules/encryption-setting.js'
import type { EncryptionSetting, TableDefinition, TableClassSetting } from '../../model/table.js'
import type { GlobalTable, GroupMember } from '../global-table.js'
import { newIndex } from './shared-settings.js'

export function replicaDraft(
  source: TableDefinition,
  group: GlobalTable,
  member: GroupMember,
): TableDraft {
  const { account, region, overrides = {} } = member
  const { billing, onDemandThroughput, warmThroughput, stream, timeToLive } = source
  const { throughput } = billing
  const readUnits = billing.mode === 'on-demand' ? undefined : overrides.readUnits
  const readUnitsMax = overrides.onDemandReadUnitsMax ?? onDemandThroughput?.readUnitsMax
  const maxima = { ...onDemandThroughput, ...(readUnitsMax !== undefined && { readUnitsMax }) }
  return {
    account,
    region,
    name: source.name,
    keySchema: source.keySchema,
    attributeTypes: source.attributeTypes,
    indexes: source.indexes.map((index) => newIndex(index, overrides.indexes?.[index.name] ?? {})),
    ...(source.vectorIndexes && { vectorIndexes: source.vectorIndexes.map(withoutPlace) }),
    billing: {
      ...billing,
      throughput: { ...throughput, readUnits: readUnits ?? throughput.readUnits },
    },
    ...(Object.keys(maxima).length > 0 && { onDemandThroughput: maxima }),
    ...(warmThroughput && { warmThroughput }),
    ...classOf(source.tableClass, overrides.tableClass),
    ...(stream?.enabled && { stream: { enabled: true, viewType: stream.viewType } }),
    ...(timeToLive && { timeToLive }),
    encryption: encryptionOf(source, member),
    deletionProtection: false,
    tags: [],
    replica: { groupId: group.id, memberId: member.id, sinceMs: member.addedAtMs },
  }
}

function classOf(
  source: TableClassSetting | undefined,
  override: string | undefined,
): { readonly tableClass?: TableClassSetting } {
  const name = override ?? source?.name
  return name === undefined ? {} : { tableClass: { name } }
}

/** A key belongs to a region, so each member with a key of its own names it. */
function encryptionOf(
  { encryption }: TableDefinition,
  { account, region, overrides }: GroupMember,
): EncryptionSetting | undefined {
  if (!encryption?.enabled) return undefined
  const kmsKeyArn = overrides?.kmsKeyArn
  if (kmsKeyArn !== undefined) return { enabled: true, kmsKeyArn }
  return chosenKeyOf(encryption) === undefined ? managedEncryption({ account, region }) : encryption
}
