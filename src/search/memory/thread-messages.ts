/** What a search thread is asked, and what it answers. */
import type { Estimate } from '../../vectors/candidates.js'
import type { IndexShape } from '../../vectors/index-share.js'
import type { RowFilter } from '../../vectors/scan-rows.js'

/** Indexes are named by their spaces, scopes by numbers that are never used again. */
export type ThreadRequest =
  | {
      readonly kind: 'open'
      readonly index: number
      readonly scope: number
      readonly shape: IndexShape
      readonly onlyFloats: boolean
    }
  | { readonly kind: 'drop'; readonly index: number; readonly scope: number }
  /** See `row-batch.ts`. */
  | { readonly kind: 'rows'; readonly index: number; readonly batch: ArrayBuffer }
  | {
      readonly kind: 'search'
      readonly index: number
      readonly scope: number
      readonly vector: Float32Array
      readonly count: number
      readonly filters: readonly RowFilter[]
    }

export interface ThreadQuestion {
  readonly id: number
  readonly request: ThreadRequest
}

export interface ThreadAnswer {
  readonly id: number
  /** How much memory the thread uses for rows and keys. */
  readonly bytes: number
  /** Of a search. */
  readonly found?: FoundRows
  /** Why it could not be done. What the thread holds is then good for nothing. */
  readonly failure?: string
}

/** Candidates, as few arrays: a view of a part of one would be sent with all of it. */
export interface FoundRows {
  readonly keys: Float64Array
  readonly errors: Float64Array
  readonly itemKeys: Uint8Array
  readonly itemKeyLengths: Uint32Array
  readonly leftOut: Estimate | undefined
}
