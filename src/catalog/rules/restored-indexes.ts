/**
 * The indexes of a restored table. AWS: without a list, all that the source has; with one, exactly
 * those listed, each of which must be an index of the source, perhaps under a new name.
 */
import type { ServiceError } from '../../model/errors.js'
import { requestNotValid } from '../../model/recovery-errors.js'
import type { Billing, IndexProjection, Throughput } from '../../model/table.js'
import type { IndexDraft } from '../settle-derived.js'
import type { GlobalIndexRequest, IndexRequest } from './index-request.js'
import type { KeyElement } from './key-elements.js'
import type { ProjectionRequest } from './projection.js'
import { restoredMaxima, throughputRefusal } from './restored-throughput.js'
import { newThroughput } from './throughput.js'

export interface RestoredBilling {
  readonly billing: Billing
  readonly overrides: {
    readonly billingMode?: Billing['mode']
    readonly globalIndexes?: readonly GlobalIndexRequest[]
  }
}

export function restoredLocalIndexes(
  indexes: readonly IndexDraft[],
  asked: readonly IndexRequest[] | undefined,
): readonly IndexDraft[] {
  return matched(indexes, 'local', asked).map(({ source, name }) => restored(source, name))
}

export function restoredGlobalIndexes(
  indexes: readonly IndexDraft[],
  { billing, overrides }: RestoredBilling,
): readonly IndexDraft[] {
  return matched(indexes, 'global', overrides.globalIndexes).map(({ source, name, request }) => {
    if (request?.warmThroughput !== undefined) throw warmThroughputRefusal(name)
    const throughput = indexThroughput({ source, name, request }, billing, overrides)
    const maxima = restoredMaxima(source, request?.onDemandThroughput, billing, name)
    return {
      ...restored(source, name),
      ...(throughput && { throughput }),
      ...(maxima && { onDemandThroughput: maxima }),
    }
  })
}

interface MatchedIndex<R extends IndexRequest = IndexRequest> {
  readonly source: IndexDraft
  readonly name: string
  /** Absent if the request lists no indexes. */
  readonly request: R | undefined
}

function restored({ kind, keySchema, projection }: IndexDraft, name: string): IndexDraft {
  return { kind, name, keySchema, projection }
}

/** Each index of the source is restored at most once. */
function matched<R extends IndexRequest>(
  indexes: readonly IndexDraft[],
  kind: IndexDraft['kind'],
  asked: readonly R[] | undefined,
): readonly MatchedIndex<R>[] {
  const left = indexes.filter((index) => index.kind === kind)
  if (asked === undefined) {
    return left.map((source) => ({ source, name: source.name, request: undefined }))
  }
  return asked.map((request) => {
    const at = left.findIndex((source) => isSame(source, request))
    if (at === -1) throw indexRefusal(request.name)
    return { source: left.splice(at, 1)[0]!, name: request.name, request }
  })
}

function isSame(source: IndexDraft, { keyElements, projection }: IndexRequest): boolean {
  return isSameKey(source, keyElements) && isSameProjection(source.projection, projection)
}

function isSameKey({ keySchema }: IndexDraft, elements: readonly KeyElement[]): boolean {
  const key = [
    ...keySchema.partition.map(({ name }) => ({ name, role: 'HASH' })),
    ...keySchema.sort.map(({ name }) => ({ name, role: 'RANGE' })),
  ]
  return (
    key.length === elements.length &&
    key.every(({ name, role }, i) => name === elements[i]!.name && role === elements[i]!.role)
  )
}

export function isSameProjection(
  source: IndexProjection,
  { kind, attributes }: ProjectionRequest,
): boolean {
  if (source.kind !== kind) return false
  const [own, asked] = [new Set(attributesOf(source)), new Set(attributes)]
  return own.size === asked.size && [...own].every((name) => asked.has(name))
}

function attributesOf(projection: IndexProjection): readonly string[] {
  return projection.kind === 'include' ? projection.attributes : []
}

/** AWS: an index keeps its throughput, unless the index or the mode of billing is overridden. */
function indexThroughput(
  { source, name, request }: MatchedIndex<GlobalIndexRequest>,
  { mode }: Billing,
  overrides: RestoredBilling['overrides'],
): Throughput | undefined {
  const asked = request?.throughput
  if (mode === 'on-demand') {
    if (asked !== undefined) throw throughputRefusal(overrides, name)
    return undefined
  }
  const units = request === undefined ? source.throughput : asked
  // An index that once was provisioned remembers the times of its throughput, and no units.
  if (units === undefined || units.readUnits === 0) {
    throw requestNotValid(`Must specify provisioned throughput for index ${name}`)
  }
  return newThroughput(units)
}

export function indexRefusal(name: string): ServiceError {
  return requestNotValid(
    `Index ${name} does not match a secondary index that existed in the source table and cannot be created during the restore operation`,
  )
}

function warmThroughputRefusal(name: string): ServiceError {
  return requestNotValid(`Cannot override WarmThroughput for index ${name}`)
}
