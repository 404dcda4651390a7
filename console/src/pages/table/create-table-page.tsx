import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tableCodes } from '../../code/table-code.js'
import { Button } from '../../design/button.js'
import { CodeTabs } from '../../design/code-block.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { PageHeader } from '../../design/page-header.js'
import { Panel } from '../../design/panel.js'
import { Page } from '../../frame/page.js'
import { useTableChanged } from '../../frame/queries.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { useNavigate } from '../../routes/place.js'
import './create-table-page.css'
import { createWholeTable } from '../../frame/create-table.js'
import { faultsOfDraft, type DraftFaults } from './draft-faults.js'
import { DraftIndexes } from './draft-indexes.js'
import { DraftKeys } from './draft-keys.js'
import { DraftCapacity, DraftOptions } from './draft-options.js'
import { DraftVectorIndexes } from './draft-vector-indexes.js'
import { emptyTableDraft, settingsOfDraft, type TableDraft } from './table-draft.js'

export function CreateTablePage() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyTableDraft)
  const [isChecked, setChecked] = useState(false)
  const allFaults = faultsOfDraft(draft)
  const isReady = Object.keys(allFaults).length === 0
  const faults = isChecked ? allFaults : typedFaults(allFaults, draft)
  const change = (some: Partial<TableDraft>) => setDraft((now) => ({ ...now, ...some }))
  const creation = useCreation()
  const create = () => {
    setChecked(true)
    if (isReady) creation.mutate(draft)
  }
  useShortcut('mod+enter', 'Create the table', create)
  return (
    <Page title="New table">
      <PageHeader
        title="New table"
        actions={
          <>
            <Button onClick={() => navigate(paths.tables(region))}>Cancel</Button>
            <Button kind="primary" busy={creation.isPending} onClick={create}>
              {draft.name === '' ? 'Create table' : `Create ${draft.name}`}
            </Button>
          </>
        }
      />
      {creation.error !== null && <FaultNotice error={creation.error} />}
      {isChecked && !isReady && (
        <p className="create-open" role="alert">
          {Object.values(allFaults)[0]}
        </p>
      )}
      <div className="create">
        <div className="create-form">
          <DraftKeys draft={draft} faults={faults} onChange={change} />
          <DraftIndexes draft={draft} faults={faults} onChange={change} />
          <DraftVectorIndexes draft={draft} faults={faults} onChange={change} />
          <DraftCapacity draft={draft} faults={faults} onChange={change} />
          <DraftOptions draft={draft} faults={faults} onChange={change} />
        </div>
        <CreateCode draft={draft} />
      </div>
    </Page>
  )
}

/** What was not touched yet is not blamed before somebody wants to create the table. */
function typedFaults(faults: DraftFaults, draft: TableDraft): DraftFaults {
  const untouched: readonly string[] = [
    ...(draft.name === '' ? ['name'] : []),
    ...(draft.partition.name === '' ? ['partition'] : []),
    ...(draft.sort.name === '' ? ['sort'] : []),
    ...draft.tags.flatMap(({ id, key }) => (key === '' ? [`tag.${id}.key`] : [])),
    ...draft.indexes.flatMap(({ id, name, partition, sort, included }) => [
      ...(name === '' ? [`index.${id}.name`] : []),
      ...(included === '' ? [`index.${id}.included`] : []),
      ...partition.flatMap((each, at) => (each.name === '' ? [`index.${id}.partition.${at}`] : [])),
      ...sort.flatMap((each, at) => (each.name === '' ? [`index.${id}.sort.${at}`] : [])),
    ]),
    ...draft.vectorIndexes.flatMap((index) => [
      ...(['name', 'attribute', 'dimensions', 'included'] as const).flatMap((field) =>
        index[field] === '' ? [`vector.${index.id}.${field}`] : [],
      ),
      ...(['hash', 'filters'] as const).flatMap((field) =>
        index[field].flatMap(({ name }, at) =>
          name === '' ? [`vector.${index.id}.${field}.${at}`] : [],
        ),
      ),
    ]),
  ]
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !untouched.includes(field)))
}

function useCreation() {
  const { client, region } = useWorkspace()
  const changed = useTableChanged()
  const navigate = useNavigate()
  const show = useToasts()
  return useMutation({
    mutationFn: (draft: TableDraft) => createWholeTable(client, settingsOfDraft(draft)),
    onSuccess: (_, { name }) => {
      show({ text: `${name} is there.` })
      navigate(paths.table(region, name))
    },
    // A later call may fail when the table is there already.
    onSettled: (_, __, { name }) => changed(name),
  })
}

function CreateCode({ draft }: { readonly draft: TableDraft }) {
  const { endpoint, region } = useWorkspace()
  const forms = tableCodes(settingsOfDraft(draft), { endpoint, region }).filter(
    ({ id }) => id !== 'cfn-json',
  )
  return (
    <aside className="create-code" aria-label="The request">
      <Panel title="The same as code">
        <CodeTabs
          label="New table"
          forms={forms.map(({ label, text }) => ({ name: label, text }))}
        />
      </Panel>
    </aside>
  )
}
