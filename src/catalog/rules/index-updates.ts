/**
 * Global indexes of a table in use: adds new ones, leaves out deleted ones and changes settings.
 */
import type { KeyType } from '../../model/attribute-value.js'
import {
  internalFailure,
  invalidParameter,
  limitExceeded,
  resourceNotFound,
  validation,
} from '../../model/errors.js'
import {
  indexKeyAttributes,
  keyAttributes,
  searchAttributes,
  type IndexKeySchema,
  type KeyAttribute,
  type KeySchema,
} from '../../model/key-schema.js'
import { globalIndexesMax, indexUpdatesMax } from '../../model/limits.js'
import type {
  Billing,
  IndexDefinition,
  TableDefinition,
  Throughput,
  WarmThroughput,
} from '../../model/table.js'
import type { DefinitionDraft, IndexDraft, VectorIndexDraft } from '../settle-derived.js'
import { unchangedThroughput } from './billing.js'
import { isOnline, onlineIndexLimit } from './index-admission.js'
import { globalIndexDraft } from './index-request.js'
import type { AttributeTypes } from './key-elements.js'
import type { ChangeIndex, CreateIndex, DeleteIndex, TableUpdate } from './table-update.js'
import {
  changedMaxima,
  changedThroughput,
  checkedMaxima,
  newThroughput,
  noThroughput,
  releasedThroughput,
  sameUnits,
} from './throughput.js'
import type { UpdateMoment } from './update-moment.js'
import { printedSchema, printedVectorSchema, redefined } from './vector-index-updates.js'
import { changedWarmThroughput, warmThroughputOf } from './warm-throughput.js'

type Indexes = DefinitionDraft['indexes']

/** In the order AWS reports faults. */
export function updatedIndexes(
  definition: TableDefinition,
  billing: Billing,
  { indexUpdates = [], attributeTypes = new Map() }: TableUpdate,
  moment: UpdateMoment,
): Indexes {
  if (indexUpdates.length > indexUpdatesMax || indexUpdates.filter(isOnline).length > 1) {
    throw onlineIndexLimit()
  }
  const bills = { before: definition.billing, after: billing }
  const kept: Indexes = definition.indexes.map((index) => keptIndex(index, bills, moment))
  return indexUpdates.reduce<Indexes>((before, update) => {
    if (update.kind === 'create') {
      return [...before, created(definition, update, billing, attributeTypes)]
    }
    const { name } = update
    const index = requireGlobalIndex(definition, update)
    if (update.kind === 'delete') return before.filter((each) => each.name !== name)
    const after = changed(index, update, bills, moment)
    return before.map((each) => (each.name === name ? after : each))
  }, kept)
}

/** Every attribute that some key uses; those that only a deleted index used are left out. */
export function attributeTypesOf(
  keySchema: KeySchema,
  indexes: readonly IndexDraft[],
  vectorIndexes: readonly VectorIndexDraft[] = [],
): Readonly<Record<string, KeyType>> {
  const keys = [
    ...keyAttributes(keySchema),
    ...indexes.flatMap(indexKeyAttributes),
    ...vectorIndexes.flatMap(searchAttributes),
  ]
  return Object.fromEntries(keys.map(({ name, type }) => [name, type]))
}

function created(
  definition: TableDefinition,
  request: CreateIndex,
  billing: Billing,
  asked: AttributeTypes,
): IndexDraft {
  const { name } = request
  const { indexes } = definition
  if ([...indexes, ...(definition.vectorIndexes ?? [])].some((index) => index.name === name)) {
    throw validation('Attempting to create an index which already exists')
  }
  if (asked.size === 0) {
    throw invalidParameter(`AttributeDefinitions is not specified for index: ${name}`)
  }
  const draft = globalIndexDraft(request, asked, billing, 'UpdateTable')
  requireSameTypes(definition, draft.keySchema)
  if (indexes.filter(({ kind }) => kind === 'global').length >= globalIndexesMax) {
    throw limitExceeded(
      `Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of ${globalIndexesMax}`,
    )
  }
  return draft
}

/** AWS: another type is refused only for an attribute that the new index uses. */
function requireSameTypes(
  { keySchema, indexes, vectorIndexes = [] }: TableDefinition,
  wanted: IndexKeySchema,
): void {
  const { partition, sort } = keySchema
  const existing = [
    { partition: [partition], sort: sort === undefined ? [] : [sort] },
    ...indexes.map((index) => index.keySchema),
  ]
  const keys = [...wanted.partition, ...wanted.sort]
  const differs = ({ name, type }: KeyAttribute) =>
    keys.some((key) => key.name === name && key.type !== type)
  const clash = existing.find((schema) => [...schema.partition, ...schema.sort].some(differs))
  if (clash !== undefined) throw redefined(printedSchema(clash), printedSchema(wanted))
  const vectors = vectorIndexes.find(
    (index) =>
      keys.some(({ name }) => name === index.attribute) || searchAttributes(index).some(differs),
  )
  if (vectors !== undefined) throw redefined(printedVectorSchema(vectors), printedSchema(wanted))
}

/** AWS: fails if warm throughput is asked for an index that does not exist. */
function requireGlobalIndex(
  { name: tableName, indexes }: TableDefinition,
  update: ChangeIndex | DeleteIndex,
): IndexDefinition {
  const { kind, name: indexName } = update
  const index = indexes.find(({ name }) => name === indexName)
  if (index === undefined) {
    if (update.kind === 'change' && update.warmThroughput !== undefined) throw internalFailure()
    throw resourceNotFound(`Index ${indexName} for table ${tableName}`)
  }
  if (index.kind === 'global') return index
  const verb = kind === 'delete' ? 'delete' : 'update'
  throw validation(`Cannot ${verb} an index that is not a GlobalSecondaryIndex: ${indexName}`)
}

/**
 * AWS: a change of the billing mode drops the settings that belong to the previous mode. Of throughput
 * only its history stays.
 */
function billedBy(
  { before, after }: Bills,
  index: IndexDefinition,
  nowMs: number,
): IndexDefinition {
  if (after.mode === 'provisioned') return { ...index, onDemandThroughput: undefined }
  if (index.throughput === undefined || before.mode === 'on-demand') return index
  return { ...index, throughput: releasedThroughput(index.throughput, nowMs) }
}

/** The billing of the table before and after the update. */
interface Bills {
  readonly before: Billing
  readonly after: Billing
}

/** AWS: warm throughput never falls, whatever the billing. */
function keptIndex(index: IndexDefinition, bills: Bills, moment: UpdateMoment): IndexDefinition {
  const { before, after } = bills
  const billed = billedBy(bills, index, moment.nowMs)
  // An index without its own throughput gets it in the same request, and then is not kept.
  if (index.kind === 'local' || (after.mode === 'provisioned' && !billed.throughput)) return billed
  const throughput = billed.throughput ?? after.throughput
  const target = { billing: after, throughput, where: `index ${index.name}` }
  const change = { before: warmOf(index, before), asked: undefined }
  return { ...billed, warmThroughput: changedWarmThroughput(change, target, moment) }
}

function warmOf(
  { warmThroughput, throughput = noThroughput }: IndexDefinition,
  billing: Billing,
): WarmThroughput {
  return { ...warmThroughput, ...warmThroughputOf(warmThroughput, { billing, throughput }) }
}

function changed(
  index: IndexDefinition,
  update: ChangeIndex,
  bills: Bills,
  moment: UpdateMoment,
): IndexDefinition {
  const { name } = index
  const billing = bills.after
  const billed = billedBy(bills, index, moment.nowMs)
  const throughput = updatedThroughput(billed, update, billing, moment.nowMs)
  const maxima = checkedMaxima(update.onDemandThroughput, {
    billing,
    wording: 'UpdateTable',
    indexName: name,
  })
  const base = throughput ?? billing.throughput
  const target = { billing, throughput: base, where: `index ${name}` }
  const change = { before: warmOf(index, bills.before), asked: update.warmThroughput }
  return {
    ...billed,
    throughput,
    onDemandThroughput: changedMaxima(billed.onDemandThroughput, maxima),
    warmThroughput: changedWarmThroughput(change, target, moment),
  }
}

function updatedThroughput(
  index: IndexDefinition,
  update: ChangeIndex,
  billing: Billing,
  nowMs: number,
): Throughput | undefined {
  const { throughput } = update
  const changesOther = update.onDemandThroughput ?? update.warmThroughput
  if (billing.mode === 'on-demand' && (throughput ?? !changesOther)) {
    throw invalidParameter(
      `The only Updates for index: ${index.name} when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput`,
    )
  }
  if (throughput === undefined) return index.throughput
  const wanted = newThroughput(throughput)
  if (index.throughput === undefined) return wanted
  if (sameUnits(index.throughput, wanted)) throw unchangedThroughput(`index ${index.name}`, wanted)
  return changedThroughput(index.throughput, wanted, nowMs)
}
