import { useRef, useState } from 'react'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { countOf, formatBytes } from '../../design/format.js'
import { Select, TextInput } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { RunControl } from '../../editor/run-control.js'
import { RunView } from '../../editor/run-view.js'
import type { TableKeys } from '../../editor/table-keys.js'
import { useRun } from '../../editor/use-run.js'
import { batchWrites, guardedWrites, type ExistingPolicy } from '../../editor/write-batches.js'
import { useTableChanged } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { ColumnTable } from './column-table.js'
import type { EmptyCells } from './columns.js'
import { dryRunImport, type ImportDryRun } from './import-dry-run.js'
import { ImportFindings } from './import-findings.js'
import { importPlans } from './import-plans.js'
import { pageRecords } from './limits.js'
import { formatName, type FileSample } from './read-sample.js'
import type { ReadingOptions } from './read-items.js'

const policies = [
  { value: 'skip', label: 'Skip' },
  { value: 'replace', label: 'Replace' },
  { value: 'fail', label: 'Fail' },
] as const

const hints: Readonly<Record<ExistingPolicy, string>> = {
  skip: 'Items that the table has stay as they are',
  replace: 'Items of the files replace those of the table; this cannot be undone here',
  fail: 'Items that the table has stay as they are and are reported',
}

const emptyChoices = [
  { value: 'leave out', label: 'No attribute' },
  { value: 'empty text', label: 'Empty string' },
  { value: 'null', label: 'Null' },
] as const

export interface ImportFilesProps {
  readonly keys: TableKeys
  readonly files: readonly File[]
  readonly sample: FileSample
  readonly onCancel: () => void
}

/** Files whose format is known: how they are read, what a dry run finds, and the import itself. */
export function ImportFiles({ keys, files, sample, onCancel }: ImportFilesProps) {
  const { client } = useWorkspace()
  const tableChanged = useTableChanged()
  const [columns, setColumns] = useState(sample.columns)
  const [emptyCells, setEmptyCells] = useState<EmptyCells>('leave out')
  const [policy, setPolicy] = useState<ExistingPolicy>('skip')
  const [rate, setRate] = useState('')
  const [trial, setTrial] = useState<{ readonly result: ImportDryRun; readonly isDone: boolean }>()
  const [fault, setFault] = useState<unknown>()
  const [bytesRead, setBytesRead] = useState(0)
  const trialControl = useRef<RunControl>(undefined)
  const run = useRun(() => void tableChanged(keys.table))
  const bytes = files.reduce((total, { size }) => total + size, 0)
  const reading: ReadingOptions = {
    format: sample.format,
    columns,
    emptyCells,
    keys: keys.attributes,
  }
  const isIdle = run.state.kind === 'idle'
  const count = trial?.isDone === true ? trial.result.items : 0

  const forgetTrial = () => {
    trialControl.current?.stop()
    setTrial(undefined)
    setFault(undefined)
  }
  const tryOut = () => {
    const control = new RunControl()
    trialControl.current?.stop()
    trialControl.current = control
    setFault(undefined)
    const show = (isDone: boolean) => (result: ImportDryRun) => {
      if (!control.isStopped) setTrial({ result, isDone })
    }
    dryRunImport({ files, reading, client, keys, control, onProgress: show(false) }).then(
      show(true),
      (caught: unknown) => !control.isStopped && setFault(caught),
    )
  }
  const start = () => {
    let soFar = 0
    const onBytes = (more: number) => setBytesRead((soFar += more))
    run.start(() => ({
      plans: importPlans(files, { ...reading, onBytes }),
      send: policy === 'replace' ? batchWrites(client, keys) : guardedWrites(client, keys, policy),
      atOnce: pageRecords,
      keepsUndo: policy !== 'replace',
      ...(Number(rate) > 0 && { writesPerSecond: Number(rate) }),
    }))
  }
  return (
    <>
      <Panel
        title={files.length === 1 ? files[0]!.name : countOf(files.length, 'file')}
        actions={isIdle && <Button onClick={onCancel}>Other files</Button>}
      >
        <p className="import-facts">
          {formatName(sample.format)} · {formatBytes(bytes)}
        </p>
        {isIdle && sample.format.kind !== 'dynamodb' && (
          <ColumnTable
            kind={sample.format.kind}
            columns={columns}
            examples={sample.examples}
            keys={keys.attributes}
            onChange={(next) => (forgetTrial(), setColumns(next))}
          />
        )}
      </Panel>
      {isIdle ? (
        <>
          <div className="import-options">
            <div className="field">
              <span className="field-label">Existing keys</span>
              <SegmentedControl
                label="Existing keys"
                value={policy}
                choices={policies}
                onChange={setPolicy}
              />
              <p className="field-hint">{hints[policy]}</p>
            </div>
            {sample.format.kind === 'csv' && (
              <Field label="Empty cells">
                {(parts) => (
                  <Select
                    {...parts}
                    value={emptyCells}
                    choices={emptyChoices}
                    onChange={(next) => (forgetTrial(), setEmptyCells(next))}
                  />
                )}
              </Field>
            )}
            <Field label="Writes per second" hint="Empty for as fast as it goes">
              {(parts) => (
                <TextInput {...parts} inputMode="numeric" value={rate} onChange={setRate} />
              )}
            </Field>
          </div>
          {fault !== undefined && <FaultNotice error={fault} onRetry={tryOut} />}
          {trial !== undefined && <ImportFindings {...trial} />}
          <div className="import-buttons">
            <Button onClick={tryOut}>Dry run</Button>
            <Button kind="primary" disabled={count === 0} onClick={start}>
              {count === 0 ? 'Import' : `Import ${countOf(count, 'item')}`}
            </Button>
          </div>
        </>
      ) : (
        <Panel title="Import">
          <RunView
            run={run}
            label="Import"
            share={run.state.kind === 'ended' || bytes === 0 ? undefined : bytesRead / bytes}
            fileName={`${keys.table}-import`}
            actions={run.state.kind === 'ended' && <Button onClick={onCancel}>Import more</Button>}
          />
        </Panel>
      )}
    </>
  )
}
