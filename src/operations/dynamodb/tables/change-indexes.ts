/** Global indexes after an UpdateTable: new ones added, deleted ones left out, settings changed. */
import type {
  AttributeDefinition,
  CreateGlobalSecondaryIndexAction,
  GlobalSecondaryIndexUpdate,
  UpdateGlobalSecondaryIndexAction,
  UpdateTableInput,
} from '../../../api/generated/dynamodb-types.js'
import type { IndexDraft, DefinitionDraft } from '../../../catalog/settle-derived.js'
import type { KeyType } from '../../../model/attribute-value.js'
import {
  invalidParameter,
  limitExceeded,
  resourceNotFound,
  validation,
} from '../../../model/errors.js'
import { indexKeyAttributes, keyAttributes, type KeySchema } from '../../../model/key-schema.js'
import { globalIndexesMax, indexUpdatesMax } from '../../../model/limits.js'
import type { Billing, IndexDefinition, TableDefinition } from '../../../model/table.js'
import { isSame, unchangedThroughput } from './change-billing.js'
import { isOnlineChange, onlineIndexLimit } from './index-admission.js'
import { readGlobalIndex, requireProjectionLimit } from './indexes.js'
import { readAttributeTypes } from './key-schema.js'
import {
  changeThroughput,
  readOnDemandThroughput,
  readThroughput,
  readWarmThroughput,
} from './throughput.js'

/** What can be refused without looking at the table. */
export function checkIndexUpdates(updates: readonly GlobalSecondaryIndexUpdate[]): void {
  if (updates.length === 0) throw invalidParameter('List of GlobalSecondaryIndexUpdates is empty')
  const seen = new Set<string>()
  for (const { Update, Create, Delete } of updates) {
    const [action, another] = [Update, Create, Delete].filter((each) => each !== undefined)
    if (action === undefined) {
      throw invalidParameter(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      )
    }
    if (another !== undefined) {
      throw invalidParameter(
        'Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object',
      )
    }
    if (seen.has(action.IndexName)) {
      throw invalidParameter(
        `Only one global secondary index update per index is allowed simultaneously. Index: ${action.IndexName}`,
      )
    }
    seen.add(action.IndexName)
  }
}

/** In the order AWS reports them. */
export function changeIndexes(
  definition: TableDefinition,
  billing: Billing,
  input: UpdateTableInput,
  nowMs: number,
): DefinitionDraft['indexes'] {
  const updates = input.GlobalSecondaryIndexUpdates ?? []
  if (updates.length > indexUpdatesMax || updates.filter(isOnlineChange).length > 1) {
    throw onlineIndexLimit()
  }
  const kept = definition.indexes.map((index) => billedBy(billing, index))
  const indexes = updates.reduce<DefinitionDraft['indexes']>(
    (before, { Update, Create, Delete }) => {
      if (Create)
        return [...before, created(definition, Create, billing, input.AttributeDefinitions)]
      const { IndexName } = (Update ?? Delete)!
      const index = requireGlobalIndex(definition, IndexName, Delete ? 'delete' : 'update')
      if (Delete) return before.filter(({ name }) => name !== IndexName)
      const after = changed(index, Update!, billing, nowMs)
      return before.map((each) => (each.name === IndexName ? after : each))
    },
    kept,
  )
  requireProjectionLimit(indexes)
  return indexes
}

/** Every attribute that some key uses; the ones that a deleted index alone had are forgotten. */
export function attributeTypesOf(
  keySchema: KeySchema,
  indexes: readonly IndexDraft[],
): Readonly<Record<string, KeyType>> {
  const keys = [...keyAttributes(keySchema), ...indexes.flatMap(indexKeyAttributes)]
  return Object.fromEntries(keys.map(({ name, type }) => [name, type]))
}

function created(
  { indexes, attributeTypes }: TableDefinition,
  input: CreateGlobalSecondaryIndexAction,
  billing: Billing,
  definitions: readonly AttributeDefinition[] = [],
): IndexDraft {
  if (indexes.some(({ name }) => name === input.IndexName)) {
    throw validation('Attempting to create an index which already exists')
  }
  if (definitions.length === 0) {
    throw invalidParameter(`AttributeDefinitions is not specified for index: ${input.IndexName}`)
  }
  // AWS: an attribute that already has a type keeps it, whatever the request says.
  const known = definitions.map(({ AttributeName, AttributeType }) => ({
    AttributeName,
    AttributeType: Object.hasOwn(attributeTypes, AttributeName)
      ? attributeTypes[AttributeName]!
      : AttributeType,
  }))
  const draft = readGlobalIndex(input, readAttributeTypes(known), billing, 'UpdateTable')
  if (indexes.filter(({ kind }) => kind === 'global').length >= globalIndexesMax) {
    throw limitExceeded(
      `Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of ${globalIndexesMax}`,
    )
  }
  return draft
}

function requireGlobalIndex(
  { name: tableName, indexes }: TableDefinition,
  indexName: string,
  verb: 'delete' | 'update',
): IndexDefinition {
  const index = indexes.find(({ name }) => name === indexName)
  if (index === undefined) throw resourceNotFound(`Index ${indexName} for table ${tableName}`)
  if (index.kind === 'global') return index
  throw validation(`Cannot ${verb} an index that is not a GlobalSecondaryIndex: ${indexName}`)
}

/** AWS: a change of the billing mode drops the settings that belong to the other one. */
function billedBy(billing: Billing, index: IndexDefinition): IndexDefinition {
  return billing.mode === 'on-demand'
    ? { ...index, throughput: undefined }
    : { ...index, onDemandThroughput: undefined }
}

function changed(
  index: IndexDefinition,
  update: UpdateGlobalSecondaryIndexAction,
  billing: Billing,
  nowMs: number,
): IndexDefinition {
  const throughput = changedThroughput(index, update, billing, nowMs)
  const onDemand = readOnDemandThroughput(
    update.OnDemandThroughput,
    billing,
    'UpdateTable',
    index.name,
  )
  const base = throughput ?? billing.throughput
  const warm = readWarmThroughput(update.WarmThroughput, billing, base, `index ${index.name}`)
  const billed = billedBy(billing, index)
  return {
    ...billed,
    throughput,
    onDemandThroughput: onDemand ?? billed.onDemandThroughput,
    warmThroughput: warm ?? index.warmThroughput,
  }
}

function changedThroughput(
  index: IndexDefinition,
  { ProvisionedThroughput }: UpdateGlobalSecondaryIndexAction,
  billing: Billing,
  nowMs: number,
) {
  if (ProvisionedThroughput === undefined) return billedBy(billing, index).throughput
  if (billing.mode === 'on-demand') {
    throw invalidParameter(
      `The only Updates for index: ${index.name} when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput`,
    )
  }
  const wanted = readThroughput(ProvisionedThroughput)
  if (index.throughput === undefined) return wanted
  if (isSame(index.throughput, wanted)) throw unchangedThroughput(`index ${index.name}`, wanted)
  return changeThroughput(index.throughput, wanted, nowMs)
}
