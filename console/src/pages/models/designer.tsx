import { CloudUpload, FileDown, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { Tabs } from '../../design/tabs.js'
import { Page } from '../../frame/page.js'
import type { DataModel } from '../../modelling/data-model.js'
import { servePattern } from '../../modelling/serve-pattern.js'
import { paths } from '../../routes/paths.js'
import { Link, useFragment } from '../../routes/place.js'
import { AggregateTab } from './aggregate-tab.js'
import { CommitDialog } from './commit-dialog.js'
import { DesignTab } from './design-tab.js'
import './designer.css'
import { ExportDialog } from './export-dialog.js'
import { PatternsTab } from './patterns-tab.js'
import { TableDialog } from './table-dialog.js'
import { useModelEditing } from './use-model-editing.js'
import { useUndoKey } from './use-undo-key.js'

type TabName = 'design' | 'aggregate' | 'patterns'
const tabNames: readonly TabName[] = ['design', 'aggregate', 'patterns']

export function Designer({ id, initial }: { readonly id: string; readonly initial: DataModel }) {
  const editing = useModelEditing(id, initial)
  const { model, change } = editing
  const [{ tab, table: tableName }, setFragment] = useFragment()
  const [dialog, setDialog] = useState<'export' | 'commit' | 'table'>()
  const table = model.tables.find(({ name }) => name === tableName) ?? model.tables[0]
  const shown = tabNames.find((name) => name === tab) ?? 'aggregate'
  useUndoKey(editing.undo)
  const close = () => setDialog(undefined)
  return (
    <Page title={model.name}>
      <header className="designer-head">
        <div className="designer-title">
          <p className="designer-path">
            <Link to={paths.models()}>Models</Link>
          </p>
          <h1>{model.name}</h1>
          {model.description !== '' && <p className="designer-facts">{model.description}</p>}
        </div>
        <div className="designer-actions">
          <span className="designer-saved" role="status">
            {editing.savedMs !== undefined && 'Saved in this browser'}
          </span>
          <IconButton
            label="Undo"
            icon={Undo2}
            className="designer-edits"
            disabled={editing.undo === undefined}
            onClick={() => editing.undo?.()}
          />
          <Button icon={FileDown} onClick={() => setDialog('export')}>
            Export
          </Button>
          <Button
            kind="primary"
            icon={CloudUpload}
            className="designer-edits"
            disabled={model.tables.length === 0}
            onClick={() => setDialog('commit')}
          >
            Commit
          </Button>
        </div>
      </header>
      {editing.error !== undefined && <FaultNotice error={editing.error} />}
      {model.tables.length > 1 && table !== undefined && (
        <div className="designer-tables">
          <SegmentedControl
            label="Table"
            value={table.name}
            choices={model.tables.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => setFragment({ table: name, view: undefined, pattern: undefined })}
          />
        </div>
      )}
      {table === undefined ? (
        <EmptyState
          title="This model has no tables"
          action={
            <Button icon={Plus} className="designer-edits" onClick={() => setDialog('table')}>
              Add table
            </Button>
          }
        />
      ) : (
        <Tabs
          label="Model"
          value={shown}
          onChange={(name) => setFragment({ tab: name })}
          tabs={[
            {
              name: 'aggregate',
              label: 'Aggregate',
              content: <AggregateTab model={model} table={table} change={change} />,
            },
            {
              name: 'design',
              label: 'Design',
              content: (
                <DesignTab
                  model={model}
                  table={table}
                  change={change}
                  onAddTable={() => setDialog('table')}
                />
              ),
            },
            {
              name: 'patterns',
              label: `Patterns ${servedText(model)}`,
              content: <PatternsTab id={id} model={model} table={table} change={change} />,
            },
          ]}
        />
      )}
      <ExportDialog model={model} open={dialog === 'export'} onClose={close} />
      {dialog === 'commit' && <CommitDialog model={model} onClose={close} />}
      {dialog === 'table' && (
        <TableDialog
          model={model}
          onClose={close}
          onSave={(next, name) => {
            change(next)
            setFragment({ table: name, view: undefined })
            close()
          }}
        />
      )}
    </Page>
  )
}

/** `7/9`: how many are served. */
function servedText({ tables, patterns }: DataModel): string {
  const served = patterns.filter((pattern) => {
    const table = tables.find(({ name }) => name === pattern.table)
    return table !== undefined && servePattern(table, pattern).kind === 'served'
  })
  return `${served.length}/${patterns.length}`
}
