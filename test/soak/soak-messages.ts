/** What a soak and its client processes say to each other. */
export interface SoakJob {
  readonly kind: 'mixed' | 'checked'
  readonly url: string
  readonly seed: number
  /** Clients of the mixed kind, and their table. */
  readonly clients: number
  readonly table: string
}

export type SoakMessage =
  /** The times of a second's answers. */
  | { readonly kind: 'answered'; readonly latenciesMs: readonly number[] }
  | { readonly kind: 'done'; readonly acknowledged: number; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string }
