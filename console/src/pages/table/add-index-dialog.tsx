import type {
  AttributeDefinition,
  TableDescription,
  UpdateTableInput,
} from '../../api/generated/dynamodb-types.js'
import { billingModeOf } from '../../code/table-settings.js'
import { draftOfTable } from './described-draft.js'
import { faultsOfDraft } from './draft-faults.js'
import { globalIndexOfDraft, newIndex, type IndexDraft } from './index-draft.js'
import { IndexEditor } from './index-editor.js'
import { NewIndexDialog, type AddIndexDialogProps, type NewIndexKind } from './new-index-dialog.js'

const globalIndex: NewIndexKind<IndexDraft> = {
  words: { title: 'an index', button: 'index' },
  fresh: () => newIndex(1, 'global'),
  faults: indexFaultsOf,
  update: indexUpdate,
}

export function AddIndexDialog(props: AddIndexDialogProps) {
  const billing = billingModeOf(props.description)
  return (
    <NewIndexDialog {...props} kind={globalIndex}>
      {(index, faults, onChange) => (
        <IndexEditor index={index} billing={billing} faults={faults} onChange={onChange} />
      )}
    </NewIndexDialog>
  )
}

/** The rules of a new table hold here too; the keys that are there are the table's. */
function indexFaultsOf(index: IndexDraft, description: TableDescription) {
  const table = draftOfTable(description)
  const all = faultsOfDraft({ ...table, indexes: [...table.indexes, index] })
  return Object.fromEntries(Object.entries(all).filter(([field]) => field.startsWith('index.1.')))
}

/** AWS: an update defines the attributes of its own keys. */
export function indexUpdate(index: IndexDraft, description: TableDescription): UpdateTableInput {
  const own = [...index.partition, ...index.sort].map(({ name, type }): AttributeDefinition => ({
    AttributeName: name,
    AttributeType: type,
  }))
  return {
    TableName: description.TableName ?? '',
    AttributeDefinitions: own,
    GlobalSecondaryIndexUpdates: [
      { Create: globalIndexOfDraft(index, billingModeOf(description)) },
    ],
  }
}
