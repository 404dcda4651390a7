/** A table to be created: what a client can specify. The catalog adds the rest. */
import type { Scope } from '../model/arn.js'
import type { StreamDraft, TableLayout, TableSettings } from '../model/table.js'
import type { IndexDraft, VectorIndexDraft } from './settle-derived.js'

export interface TableDraft
  extends
    Scope,
    Pick<
      TableLayout,
      'name' | 'keySchema' | 'attributeTypes' | 'encryption' | 'timeToLive' | 'replica'
    >,
    Omit<TableSettings, 'transition'> {
  readonly indexes: readonly IndexDraft[]
  readonly vectorIndexes?: readonly VectorIndexDraft[]
  readonly stream?: StreamDraft
}
