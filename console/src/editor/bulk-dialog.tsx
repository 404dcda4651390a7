/** One change for many items: tried first, then written in this tab. */
import { useRef, useState } from 'react'
import type { Client } from '../api/client.js'
import { Button } from '../design/button.js'
import { Dialog } from '../design/dialog.js'
import { FaultNotice } from '../design/fault-notice.js'
import { Field } from '../design/field.js'
import { countOf, formatCount } from '../design/format.js'
import { Checkbox, TextInput } from '../design/inputs.js'
import { Skeleton } from '../design/skeleton.js'
import { useTableDescription, useTableNames } from '../frame/queries.js'
import { useWorkspace } from '../frame/workspace.js'
import { validateValue } from '../values/validate-item.js'
import {
  ActionFields,
  firstDraft,
  type ActionDraft,
  type ActionKind,
} from './bulk/action-fields.js'
import { actionProblem, planFor, type BulkAction } from './bulk/bulk-action.js'
import './bulk/bulk-dialog.css'
import { BulkUndo } from './bulk/bulk-undo.js'
import { dryRun, type DryRun } from './bulk/dry-run.js'
import { DryRunView } from './bulk/dry-run-view.js'
import { readSource, type ItemSource } from './item-source.js'
import { transactionWritesMax, unconfirmedWritesMax, writesAtOnce } from './limits.js'
import { RunControl } from './run-control.js'
import { RunView } from './run-view.js'
import type { PlannedWrite } from './run-writes.js'
import { tableKeysOf, type TableKeys } from './table-keys.js'
import { useRun } from './use-run.js'
import { guardedWrites, oneTransaction } from './write-batches.js'

export interface BulkDialogProps {
  readonly table: string
  readonly source: ItemSource
  /** What it begins with. */
  readonly action?: ActionKind
  readonly onClose: () => void
  /** After it was closed, if items were written: a list that is read again would take the dialog with it. */
  readonly onDone: () => void
}

export function BulkDialog(props: BulkDialogProps) {
  const { data, error } = useTableDescription(props.table)
  if (data === undefined) {
    return (
      <Dialog title="Change items" open onClose={props.onClose}>
        {error === null ? <Skeleton rows={4} /> : <FaultNotice error={error} />}
      </Dialog>
    )
  }
  return <LoadedBulkDialog {...props} keys={tableKeysOf(data)} />
}

function LoadedBulkDialog({
  keys,
  source,
  action: first,
  onClose,
  onDone,
}: BulkDialogProps & { readonly keys: TableKeys }) {
  const { client } = useWorkspace()
  const { data: tables = [] } = useTableNames()
  const [draft, setDraft] = useState<ActionDraft>({ ...firstDraft, kind: first ?? 'set' })
  const target = useTableDescription(draft.toTable === '' ? keys.table : draft.toTable)
  const [trial, setTrial] = useState<{ readonly result: DryRun; readonly isDone: boolean }>()
  const [error, setError] = useState<unknown>()
  const [rate, setRate] = useState('')
  const [isAtomic, setAtomic] = useState(false)
  const [typedName, setTypedName] = useState('')
  const trialControl = useRef<RunControl>(undefined)
  const hasWritten = useRef(false)
  const run = useRun(({ written }) => (hasWritten.current ||= written > 0))

  const action = actionOf(draft, target.data === undefined ? undefined : tableKeysOf(target.data))
  const problem =
    action === undefined ? 'Choose a table' : (actionProblem(action, keys) ?? valueProblem(action))
  const writeKeys = action?.kind === 'copy' ? action.to : keys
  const count = trial?.isDone === true ? trial.result.writes : 0
  const needsName = count > unconfirmedWritesMax
  const isReady = count > 0 && (!needsName || typedName === writeKeys.table)

  const change = (next: ActionDraft) => {
    trialControl.current?.stop()
    setTrial(undefined)
    setError(undefined)
    setDraft(next)
  }
  const tryOut = () => {
    if (action === undefined) return
    const control = new RunControl()
    trialControl.current = control
    setError(undefined)
    const pages = readSource(source, { client, keys, signal: control.signal })
    const show = (isDone: boolean) => (result: DryRun) => {
      if (!control.isStopped) setTrial({ result, isDone })
    }
    dryRun(pages, (item) => planFor(action, keys, item), control, show(false)).then(
      show(true),
      (caught: unknown) => !control.isStopped && setError(caught),
    )
  }
  const start = () => {
    if (action === undefined) return
    const perSecond = Number(rate)
    const plansFor = (control: RunControl) => {
      const plans = plansOf(source, action, { client, keys, control })
      return isAtomic ? together(plans) : plans
    }
    run.start((control) => ({
      plans: plansFor(control),
      send: isAtomic ? oneTransaction(client, writeKeys) : guardedWrites(client, writeKeys, 'skip'),
      atOnce: isAtomic ? transactionWritesMax : writesAtOnce,
      ...(perSecond > 0 && { writesPerSecond: perSecond }),
    }))
  }
  const isRunning = run.state.kind === 'running' || run.state.kind === 'paused'
  const close = () => {
    if (isRunning) return
    onClose()
    if (hasWritten.current) onDone()
  }
  return (
    <Dialog
      title={titleOf(source)}
      open
      size="wide"
      onClose={close}
      footer={
        run.state.kind === 'idle' ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button disabled={problem !== undefined} onClick={tryOut}>
              Dry run
            </Button>
            <Button
              kind={draft.kind === 'delete' ? 'danger' : 'primary'}
              disabled={!isReady}
              onClick={start}
            >
              {buttonOf(draft.kind, count)}
            </Button>
          </>
        ) : (
          <Button disabled={isRunning} onClick={close}>
            Close
          </Button>
        )
      }
    >
      {run.state.kind === 'idle' ? (
        <>
          <ActionFields draft={draft} keys={keys} tables={tables} onChange={change} />
          {problem !== undefined && <p className="bulk-hint">{problem}.</p>}
          {error !== undefined && <FaultNotice error={error} onRetry={tryOut} />}
          {trial !== undefined && <DryRunView {...trial} keys={writeKeys} />}
          {count > 0 && (
            <div className="bulk-fields">
              <Field label="Writes per second" hint="Empty for as fast as it goes">
                {(parts) => (
                  <TextInput {...parts} inputMode="numeric" value={rate} onChange={setRate} />
                )}
              </Field>
              {count <= transactionWritesMax && (
                <Checkbox checked={isAtomic} onChange={setAtomic}>
                  All or nothing, in one transaction
                </Checkbox>
              )}
              {needsName && (
                <Field label={`Type ${writeKeys.table} to confirm ${formatCount(count)} writes`}>
                  {(parts) => (
                    <TextInput {...parts} mono value={typedName} onChange={setTypedName} />
                  )}
                </Field>
              )}
            </div>
          )}
        </>
      ) : (
        <RunView
          run={run}
          label={draft.kind === 'delete' ? 'Deletion' : draft.kind === 'copy' ? 'Copy' : 'Change'}
          share={
            run.state.kind === 'ended' || trial === undefined
              ? undefined
              : run.state.progress.read / Math.max(1, trial.result.read)
          }
          fileName={`${keys.table}-${draft.kind}`}
          actions={
            run.state.kind === 'ended' && <BulkUndo keys={writeKeys} files={run.state.files} />
          }
        />
      )}
    </Dialog>
  )
}

interface PlanOptions {
  readonly client: Client
  readonly keys: TableKeys
  readonly control: RunControl
}

async function* plansOf(
  source: ItemSource,
  action: BulkAction,
  { client, keys, control }: PlanOptions,
): AsyncGenerator<readonly PlannedWrite[]> {
  for await (const page of readSource(source, { client, keys, signal: control.signal })) {
    yield page.map((item) => planFor(action, keys, item))
  }
}

/** For a transaction: all of them at once. */
async function* together(
  plans: AsyncIterable<readonly PlannedWrite[]>,
): AsyncGenerator<readonly PlannedWrite[]> {
  const all: PlannedWrite[] = []
  for await (const page of plans) all.push(...page)
  yield all.filter((plan) => !('unchanged' in plan))
}

function actionOf(draft: ActionDraft, target: TableKeys | undefined): BulkAction | undefined {
  const { kind, name, newName, value, toTable } = draft
  switch (kind) {
    case 'set':
      return { kind, name, value }
    case 'remove':
      return { kind, name }
    case 'rename':
      return { kind, from: name, to: newName }
    case 'delete':
      return { kind }
    case 'copy':
      return toTable === '' || target === undefined ? undefined : { kind, to: target }
  }
}

function valueProblem(action: BulkAction): string | undefined {
  return action.kind === 'set' ? validateValue(['Value'], action.value)[0]?.message : undefined
}

function titleOf(source: ItemSource): string {
  if (source.kind !== 'selection') return 'Change all items of this query'
  return `Change ${countOf(source.itemKeys.length, 'item')}`
}

function buttonOf(kind: ActionKind, count: number): string {
  const items = count === 0 ? 'items' : countOf(count, 'item')
  if (kind === 'delete') return `Delete ${items}`
  return kind === 'copy' ? `Copy ${items}` : `Change ${items}`
}
