/** One scope of an index that is held in memory, or on its way there. */
import type { VectorIndexDefinition } from '../../model/table.js'
import type { IndexShape } from '../../vectors/index-share.js'

export type Loaded = 'held' | 'too-large'

export interface HeldScope {
  /** Never used again for another. */
  readonly number: number
  readonly index: VectorIndexDefinition
  /** What the keys of its rows start with, if the index has scopes. */
  readonly prefix: Buffer | undefined
  readonly onlyFloats: boolean
  loaded: Promise<Loaded>
  /** Whether `loaded` has resolved. */
  isLoaded: boolean
  usedAtMs: number
}

export function shapeOf({ dimensions, distance, filters }: VectorIndexDefinition): IndexShape {
  return { dimensions, distance, filterCount: filters.length }
}

export function scopeId({ space }: VectorIndexDefinition, prefix: Buffer | undefined): string {
  return `${space} ${prefix?.toString('hex') ?? ''}`
}
