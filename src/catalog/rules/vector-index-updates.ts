/** Vector indexes of a table in use: adds a new one, or leaves out a deleted one. */
import { invalidParameter, resourceNotFound, validation } from '../../model/errors.js'
import {
  indexKeyAttributes,
  keyAttributes,
  searchAttributes,
  type IndexKeySchema,
  type KeyAttribute,
} from '../../model/key-schema.js'
import type { Billing, TableDefinition, VectorIndexDefinition } from '../../model/table.js'
import type { DefinitionDraft, VectorIndexDraft } from '../settle-derived.js'
import { onlineIndexLimit } from './index-admission.js'
import type { AttributeTypes } from './key-elements.js'
import type { TableUpdate, VectorIndexUpdate } from './table-update.js'
import {
  requireSameDimensions,
  requireUndefinedVector,
  requireVectorIndexLimit,
  vectorIndexDraft,
} from './vector-index-request.js'

type VectorIndexes = DefinitionDraft['vectorIndexes']

/** In the order AWS reports faults, as far as it is known. */
export function updatedVectorIndexes(
  definition: TableDefinition,
  billing: Billing,
  update: TableUpdate,
): VectorIndexes {
  const { vectorIndexUpdates = [], indexUpdates = [], attributeTypes = new Map() } = update
  const { vectorIndexes = [] } = definition
  const isOnlineBeside = indexUpdates.some(({ kind }) => kind !== 'change')
  if (vectorIndexUpdates.length > 1 || (vectorIndexUpdates.length > 0 && isOnlineBeside)) {
    throw onlineIndexLimit()
  }
  const indexes = vectorIndexUpdates.reduce<readonly (VectorIndexDefinition | VectorIndexDraft)[]>(
    (before, each) => changed(definition, before, each, attributeTypes),
    vectorIndexes,
  )
  if (billing.mode !== 'on-demand' && indexes.length > 0) {
    throw invalidParameter(
      vectorIndexUpdates.length > 0
        ? 'Vector indexes are only supported for PAY_PER_REQUEST tables'
        : 'Tables with vector indexes must be in PAY_PER_REQUEST mode',
    )
  }
  return indexes.length === 0 ? undefined : indexes
}

function changed(
  definition: TableDefinition,
  before: readonly (VectorIndexDefinition | VectorIndexDraft)[],
  update: VectorIndexUpdate,
  types: AttributeTypes,
): readonly (VectorIndexDefinition | VectorIndexDraft)[] {
  if (update.kind === 'delete') {
    if (before.some(({ name }) => name === update.name)) {
      return before.filter(({ name }) => name !== update.name)
    }
    throw resourceNotFound(`Index ${update.name} for table ${definition.name}`)
  }
  if ([...definition.indexes, ...before].some(({ name }) => name === update.name)) {
    throw validation('Attempting to create an index which already exists')
  }
  const draft = vectorIndexDraft(update, types)
  const after = [...before, draft]
  requireSameDimensions(after)
  requireUndefinedVector(draft, types)
  requireFree(definition, draft)
  requireVectorIndexLimit(after.length)
  return after
}

/** A vector cannot be a key, nor a key that has one type get another. */
function requireFree(definition: TableDefinition, draft: VectorIndexDraft): void {
  const wanted = searchAttributes(draft)
  for (const { keys, printed } of existingSchemas(definition)) {
    const clashes = keys.some(
      ({ name, type }) =>
        name === draft.attribute ||
        wanted.some((attribute) => attribute.name === name && attribute.type !== type),
    )
    if (clashes) throw redefined(printed, printedVectorSchema(draft))
  }
}

interface ExistingSchema {
  readonly keys: readonly KeyAttribute[]
  readonly printed: string
}

function existingSchemas({
  keySchema,
  indexes,
  vectorIndexes = [],
}: TableDefinition): readonly ExistingSchema[] {
  const { partition, sort } = keySchema
  const own = { partition: [partition], sort: sort === undefined ? [] : [sort] }
  return [
    { keys: keyAttributes(keySchema), printed: printedSchema(own) },
    ...indexes.map((index) => ({
      keys: indexKeyAttributes(index),
      printed: printedSchema(index.keySchema),
    })),
    ...vectorIndexes.map((index) => ({
      keys: searchAttributes(index),
      printed: printedVectorSchema(index),
    })),
  ]
}

export function redefined(existing: string, wanted: string) {
  return invalidParameter(
    'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. ' +
      `Existing schema: ${existing} New schema: ${wanted}`,
  )
}

export function printedSchema({ partition, sort }: IndexKeySchema): string {
  const parts = [...partition.map(printedElement('HASH')), ...sort.map(printedElement('RANGE'))]
  return `Schema:[${parts.join(', ')}]`
}

/** AWS: how search attributes are printed is not known. */
export function printedVectorSchema(
  index: Pick<VectorIndexDraft, 'attribute' | 'dimensions' | 'hash' | 'filters'>,
): string {
  const { attribute, dimensions, hash, filters } = index
  const parts = [
    `VectorAttribute: key{${attribute}:L:${dimensions}}`,
    ...(hash === undefined ? [] : [printedElement('HASH')(hash)]),
    ...filters.map(printedElement('INLINE_FILTER')),
  ]
  return `VectorIndexSchema:[${parts.join(', ')}]`
}

function printedElement(role: string) {
  return ({ name, type }: KeyAttribute) => `SchemaElement: key{${name}:${type}:${role}}`
}
