/** A table to be made: what a client can say about it. The catalog adds the rest. */
import type { StreamDraft, TableDefinition } from '../model/table.js'
import type { IndexDraft } from './settle-derived.js'

export type TableDraft = Omit<
  TableDefinition,
  | 'id'
  | 'space'
  | 'createdAtMs'
  | 'transition'
  | 'indexes'
  | 'departingIndex'
  | 'stream'
  | 'changes'
  | 'timeToLive'
  | 'expiry'
  | 'kinesisDestinations'
> & { readonly indexes: readonly IndexDraft[]; readonly stream?: StreamDraft }
