import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import { draftOfTable } from './described-draft.js'
import { faultsOfDraft, type DraftFaults } from './draft-faults.js'
import { NewIndexDialog, type AddIndexDialogProps, type NewIndexKind } from './new-index-dialog.js'
import { newVectorIndex, vectorIndexUpdate, type VectorIndexDraft } from './vector-index-draft.js'
import { VectorIndexEditor } from './vector-index-editor.js'

const vectorIndex: NewIndexKind<VectorIndexDraft> = {
  words: { title: 'a vector index', button: 'vector index' },
  fresh: () => newVectorIndex(1),
  faults: faultsOfAdded,
  update: (index, { TableName = '' }) => vectorIndexUpdate(index, TableName),
}

export function AddVectorIndexDialog(props: AddIndexDialogProps) {
  return (
    <NewIndexDialog {...props} kind={vectorIndex}>
      {(index, faults, onChange) => (
        <>
          {faults['vectors'] !== undefined && (
            <p className="field-error" role="alert">
              {faults['vectors']}
            </p>
          )}
          <VectorIndexEditor index={index} faults={faults} onChange={onChange} />
        </>
      )}
    </NewIndexDialog>
  )
}

function faultsOfAdded(index: VectorIndexDraft, description: TableDescription): DraftFaults {
  const table = draftOfTable(description)
  const all = faultsOfDraft({ ...table, vectorIndexes: [...table.vectorIndexes, index] })
  return Object.fromEntries(
    Object.entries(all).filter(([field]) => field === 'vectors' || field.startsWith('vector.1.')),
  )
}
