import { Undo2 } from 'lucide-react'
import { Button } from '../../design/button.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Item } from '../../values/attribute-value.js'
import { writesAtOnce } from '../limits.js'
import { linesOf } from '../line-file.js'
import { RunView } from '../run-view.js'
import type { PlannedWrite, RunFiles } from '../run-writes.js'
import { inverseOf } from '../saving/write-request.js'
import type { TableKeys } from '../table-keys.js'
import { useRun } from '../use-run.js'
import { guardedWrites } from '../write-batches.js'

export interface BulkUndoProps {
  readonly keys: TableKeys
  readonly files: RunFiles
}

/** Takes a run back: each item becomes what it was, if nobody has changed it since. */
export function BulkUndo({ keys, files }: BulkUndoProps) {
  const { client } = useWorkspace()
  const run = useRun()
  const total = files.undo.count
  if (total === 0) return null
  if (run.state.kind === 'idle') {
    const start = () =>
      run.start(() => ({
        plans: inversePlans(files.undo.blob()),
        send: guardedWrites(client, keys),
        atOnce: writesAtOnce,
      }))
    return (
      <Button icon={Undo2} onClick={start}>
        Undo
      </Button>
    )
  }
  const share = run.state.kind === 'ended' ? undefined : run.state.progress.read / total
  return <RunView run={run} label="Undo" share={share} fileName={`${keys.table}-undo`} />
}

async function* inversePlans(undoFile: Blob): AsyncGenerator<readonly PlannedWrite[]> {
  let plans: PlannedWrite[] = []
  for await (const line of linesOf(undoFile)) {
    const { Item: before, Now: after } = JSON.parse(line) as { Item?: Item; Now?: Item }
    const write = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
    plans.push({ write: inverseOf(write) })
    if (plans.length < writesAtOnce) continue
    yield plans
    plans = []
  }
  yield plans
}
