import type { DataModel, ModelTable } from '../../modelling/data-model.js'

/** What each tab of the designer gets. */
export interface TabProps {
  readonly model: DataModel
  readonly table: ModelTable
  readonly change: (next: DataModel) => void
}
