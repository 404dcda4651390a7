/** What every part of the form for a table gets. */
import type { DraftFaults } from './draft-faults.js'
import type { TableDraft } from './table-draft.js'

export interface DraftPartProps {
  readonly draft: TableDraft
  readonly faults: DraftFaults
  readonly onChange: (change: Partial<TableDraft>) => void
}
