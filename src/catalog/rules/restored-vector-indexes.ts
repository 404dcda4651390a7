/**
 * The vector indexes of a restored table. AWS: without a list, all that the source has; with one, exactly
 * those listed, each of which must be one of the source.
 */
import { invalidParameter } from '../../model/errors.js'
import type { Billing } from '../../model/table.js'
import type { VectorIndexDraft } from '../settle-derived.js'
import { indexRefusal, isSameProjection } from './restored-indexes.js'
import type { VectorIndexRequest } from './vector-index-request.js'

export function restoredVectorIndexes(
  source: readonly VectorIndexDraft[] | undefined,
  asked: readonly VectorIndexRequest[] | undefined,
  { mode }: Pick<Billing, 'mode'>,
): readonly VectorIndexDraft[] | undefined {
  const restored = asked === undefined ? source : matched(source ?? [], asked)
  if (restored === undefined || restored.length === 0) return undefined
  if (mode === 'on-demand') return restored
  throw invalidParameter('Vector indexes are only supported for PAY_PER_REQUEST tables')
}

/** Each index of the source is restored at most once, perhaps under a new name. */
function matched(
  source: readonly VectorIndexDraft[],
  asked: readonly VectorIndexRequest[],
): readonly VectorIndexDraft[] {
  const left = [...source]
  return asked.map((request) => {
    const at = left.findIndex((index) => isSame(index, request))
    if (at === -1) throw indexRefusal(request.name)
    return { ...left.splice(at, 1)[0]!, name: request.name }
  })
}

function isSame(index: VectorIndexDraft, request: VectorIndexRequest): boolean {
  return (
    index.attribute === request.attribute &&
    index.dimensions === request.dimensions &&
    index.distance === request.distance &&
    isSameProjection(index.projection, request.projection) &&
    isSameSchema(index, request)
  )
}

function isSameSchema({ hash, filters }: VectorIndexDraft, { searchElements }: VectorIndexRequest) {
  const own = [
    ...(hash === undefined ? [] : [`HASH ${hash.name}`]),
    ...filters.map(({ name }) => `INLINE_FILTER ${name}`),
  ]
  const asked = new Set(searchElements.map(({ role, name }) => `${role} ${name}`))
  return own.length === searchElements.length && own.every((element) => asked.has(element))
}
