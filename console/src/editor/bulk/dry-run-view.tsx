import { countOf, formatCount } from '../../design/format.js'
import { Notice } from '../../design/notice.js'
import { ProgressBar } from '../../design/progress-bar.js'
import { diffItems } from '../../values/diff-items.js'
import { DiffList } from '../diff-list.js'
import { imageOf } from '../saving/write-history.js'
import { keyText, printKey, type TableKeys } from '../table-keys.js'
import type { DryRun } from './dry-run.js'

export interface DryRunViewProps {
  readonly result: DryRun
  readonly isDone: boolean
  readonly keys: TableKeys
}

/** What would be written, with a few examples. */
export function DryRunView({ result, isDone, keys }: DryRunViewProps) {
  const { read, writes, unchanged, problems, firstProblem, samples } = result
  return (
    <section className="dry-run" aria-label="Dry run">
      {!isDone && <ProgressBar label="Dry run" share={undefined} />}
      <p role="status">
        {formatCount(read)} read. <strong>{countOf(writes, 'item')}</strong> would be written
        {unchanged > 0 && `, ${formatCount(unchanged)} stay as they are`}
        {problems > 0 && `, ${formatCount(problems)} cannot be`}.
      </p>
      {firstProblem !== undefined && <Notice tone="warn">{firstProblem}.</Notice>}
      {samples.map((write) => (
        <div key={keyText(keys, imageOf(write))} className="dry-run-sample">
          <h4>{printKey(keys, imageOf(write))}</h4>
          <DiffList
            label={printKey(keys, imageOf(write))}
            changes={diffItems(write.before ?? {}, write.after ?? {}).slice(0, 8)}
          />
        </div>
      ))}
    </section>
  )
}
