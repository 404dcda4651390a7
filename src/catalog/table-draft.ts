/** A table to be created: what a client can specify. The catalog adds the rest. */
import type { Scope } from '../model/arn.js'
import type { StreamDraft, TableLayout, TableSettings } from '../model/table.js'
import type { IndexDraft } from './settle-derived.js'

export interface TableDraft
  extends
    Scope,
    Pick<
      TableLayout,
      'name' | 'keySchema' | 'attributeTypes' | 'encryption' | 'timeToLive' | 'replica'
    >,
    Omit<TableSettings, 'transition'> {
  readonly indexes: readonly IndexDraft[]
  readonly stream?: StreamDraft
}
