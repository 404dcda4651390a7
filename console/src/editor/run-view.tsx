import { Download, Pause, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../design/button.js'
import { FaultNotice } from '../design/fault-notice.js'
import { countOf, formatCount } from '../design/format.js'
import { Notice } from '../design/notice.js'
import { ProgressBar } from '../design/progress-bar.js'
import './run-view.css'
import type { RunProgress } from './run-writes.js'
import { saveBlob } from './save-file.js'
import type { Run, RunState } from './use-run.js'

export interface RunViewProps {
  readonly run: Run
  /** What is done, as a noun: "Import", "Change". */
  readonly label: string
  /** From 0 to 1, if it is known. */
  readonly share: number | undefined
  /** The name of downloaded files begins with it. */
  readonly fileName: string
  /** What else can be done in the end. */
  readonly actions?: ReactNode
}

/** How far a run is, and what came of it. */
export function RunView({ run, label, share, fileName, actions }: RunViewProps) {
  const { state } = run
  if (state.kind === 'idle') return null
  return (
    <div className="run" role="status">
      {state.kind === 'ended' ? (
        <RunEnd state={state} label={label} fileName={fileName} actions={actions} />
      ) : (
        <>
          <ProgressBar label={label} share={share} />
          <Counts progress={state.progress} />
          <div className="run-buttons">
            {state.kind === 'running' ? (
              <Button icon={Pause} onClick={run.pause}>
                Pause
              </Button>
            ) : (
              <Button icon={Play} onClick={run.resume}>
                Continue
              </Button>
            )}
            <Button kind="danger" icon={Square} onClick={run.stop}>
              Stop
            </Button>
          </div>
          <p className="run-hint">This runs in this tab. Closing it stops the work.</p>
        </>
      )}
    </div>
  )
}

function Counts({ progress }: { readonly progress: RunProgress }) {
  const { read, written, skipped, failed } = progress
  return (
    <dl className="run-counts">
      {Object.entries({ Read: read, Written: written, Skipped: skipped, Failed: failed }).map(
        ([name, count]) => (
          <div
            key={name}
            className={name === 'Failed' && count > 0 ? 'run-count run-failed' : 'run-count'}
          >
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

interface RunEndProps extends Pick<RunViewProps, 'label' | 'fileName' | 'actions'> {
  readonly state: Extract<RunState, { kind: 'ended' }>
}

function RunEnd({ state, label, fileName, actions }: RunEndProps) {
  const { progress, files, isStopped, error } = state
  const isFine = progress.failed === 0 && !isStopped && error === undefined
  return (
    <>
      {error !== undefined && <FaultNotice error={error} />}
      <Notice tone={isFine ? 'ok' : 'warn'}>
        {label} {isStopped ? 'stopped' : error === undefined ? 'finished' : 'failed'}:{' '}
        {countOf(progress.written, 'item')} written
        {progress.failed > 0 && `, ${formatCount(progress.failed)} failed`}.
      </Notice>
      <Counts progress={progress} />
      <div className="run-buttons">
        {files.failures.count > 0 && (
          <Button
            icon={Download}
            onClick={() => saveBlob(files.failures.blob(), `${fileName}-failures.jsonl`)}
          >
            Download failures
          </Button>
        )}
        {files.undo.count > 0 && (
          <Button
            icon={Download}
            onClick={() => saveBlob(files.undo.blob(), `${fileName}-undo.jsonl`)}
          >
            Download undo file
          </Button>
        )}
        {actions}
      </div>
    </>
  )
}
