/** Vector indexes as a client requests them, checked and turned into drafts. */
import type { KeyType } from '../../model/attribute-value.js'
import { invalidParameter, type ServiceError } from '../../model/errors.js'
import { searchAttributes, type KeyAttribute } from '../../model/key-schema.js'
import { inlineFiltersMax, vectorDimensionsMax, vectorIndexesMax } from '../../model/limits.js'
import type { Billing, VectorDistance } from '../../model/table.js'
import type { IndexDraft, VectorIndexDraft } from '../settle-derived.js'
import { requireDistinctNames } from './index-request.js'
import type { AttributeTypes } from './key-elements.js'
import { checkedProjection, type ProjectionRequest } from './projection.js'

export interface VectorIndexRequest {
  readonly name: string
  readonly attribute: string
  readonly dimensions: number
  readonly distance: VectorDistance
  readonly projection: ProjectionRequest
  readonly searchElements: readonly SearchElement[]
}

export interface SearchElement {
  readonly name: string
  readonly role: 'HASH' | 'INLINE_FILTER'
}

/** Of a new table; `others` are its other indexes. In the order AWS reports faults, as far as it is known. */
export function vectorIndexDrafts(
  requests: readonly VectorIndexRequest[] | undefined,
  others: readonly IndexDraft[],
  types: AttributeTypes,
  billing: Pick<Billing, 'mode'>,
): readonly VectorIndexDraft[] | undefined {
  if (requests === undefined) return undefined
  if (billing.mode !== 'on-demand') {
    throw invalidParameter('Vector indexes are only supported for PAY_PER_REQUEST tables')
  }
  if (requests.length === 0) throw invalidParameter('List of VectorIndexes is empty')
  requireVectorIndexLimit(requests.length)
  const drafts = requests.map((request) => vectorIndexDraft(request, types))
  requireDistinctNames([...others, ...drafts])
  requireSameDimensions(drafts)
  for (const draft of drafts) requireUndefinedVector(draft, types)
  return drafts
}

export function vectorIndexDraft(
  request: VectorIndexRequest,
  types: AttributeTypes,
): VectorIndexDraft {
  const { name, attribute, dimensions, distance } = request
  if (dimensions > vectorDimensionsMax) {
    throw invalidParameter(
      `Number of dimensions must be between 1 and ${vectorDimensionsMax} inclusive.`,
    )
  }
  const schema = searchSchema(request.searchElements, types)
  const projection = checkedProjection(request.projection)
  return { kind: 'vector', name, attribute, dimensions, distance, projection, ...schema }
}

function searchSchema(
  elements: readonly SearchElement[],
  types: AttributeTypes,
): Pick<VectorIndexDraft, 'hash' | 'filters'> {
  if (!elements.every(({ name }) => types.has(name))) {
    throw invalidParameter('One element in SearchSchema is not defined in attribute definitions')
  }
  const those = (wanted: SearchElement['role']): readonly KeyAttribute[] =>
    elements
      .filter(({ role }) => role === wanted)
      .map(({ name }) => ({ name, type: types.get(name)! }))
  const [hashes, filters] = [those('HASH'), those('INLINE_FILTER')]
  requireCount('HASH', hashes.length, 1)
  requireCount('INLINE_FILTER', filters.length, inlineFiltersMax)
  if (new Set(elements.map(({ name }) => name)).size < elements.length) {
    throw invalidParameter('SearchSchema contains a duplicate AttributeName')
  }
  const [hash] = hashes
  return hash === undefined ? { filters } : { hash, filters }
}

/** AWS: the sentence about filters is not known. */
function requireCount(role: SearchElement['role'], count: number, countMax: number): void {
  if (count <= countMax) return
  throw invalidParameter(
    `Value '${count}' at 'SearchSchema' failed to satisfy constraint: Member must have ${role} count less than or equal to ${countMax}`,
  )
}

export function requireVectorIndexLimit(count: number): void {
  if (count <= vectorIndexesMax) return
  throw invalidParameter(`VectorIndex count exceeds the per-table limit of ${vectorIndexesMax}`)
}

export function requireSameDimensions(
  indexes: readonly Pick<VectorIndexDraft, 'attribute' | 'dimensions'>[],
): void {
  const dimensions = new Map<string, number>()
  for (const index of indexes) {
    const known = dimensions.get(index.attribute) ?? index.dimensions
    if (known !== index.dimensions) {
      throw conflicting(
        index.attribute,
        'All VectorIndexes on the same vector attribute must use the same dimensions.',
      )
    }
    dimensions.set(index.attribute, known)
  }
}

export function requireUndefinedVector(
  { attribute }: Pick<VectorIndexDraft, 'attribute'>,
  types: AttributeTypes,
): void {
  if (!types.has(attribute)) return
  throw conflicting(
    attribute,
    'An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute.',
  )
}

function conflicting(attribute: string, reason: string): ServiceError {
  return invalidParameter(`Conflicting attribute definition for '${attribute}'. ${reason}`)
}

/** The types of the attributes that searches may name. */
export function searchTypes(
  indexes: readonly VectorIndexDraft[],
): readonly (readonly [string, KeyType])[] {
  return indexes.flatMap(searchAttributes).map(({ name, type }) => [name, type] as const)
}
