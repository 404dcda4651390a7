import { countOf, formatCount } from '../../design/format.js'
import { Notice } from '../../design/notice.js'
import { Panel } from '../../design/panel.js'
import { ProgressBar } from '../../design/progress-bar.js'
import { RowsTable } from '../../design/rows-table.js'
import type { ImportDryRun } from './import-dry-run.js'

export interface ImportFindingsProps {
  readonly result: ImportDryRun
  readonly isDone: boolean
}

/** What a dry run of the files found. */
export function ImportFindings({ result, isDone }: ImportFindingsProps) {
  const { items, problemCount, problems, doubles, deletions, lookedUp, existing } = result
  return (
    <Panel title="Dry run">
      <div className="import-findings" role="status">
        {!isDone && <ProgressBar label="Dry run" share={undefined} />}
        <p>
          <strong>{countOf(items, 'item')}</strong> can be imported
          {problemCount > 0 && `, ${countOf(problemCount, 'record')} cannot`}.
          {isDone &&
            lookedUp > 0 &&
            ` Of the first ${formatCount(lookedUp)} keys the table has ${formatCount(existing)}.`}
        </p>
        {doubles > 0 && (
          <Notice tone="warn">
            {countOf(doubles, 'record')} repeat a key that stands in the files before.
          </Notice>
        )}
        {deletions > 0 && (
          <Notice>
            {countOf(deletions, 'deletion')} of this incremental export will not be done.
          </Notice>
        )}
        {problems.length > 0 && (
          <RowsTable
            caption="Records that cannot be imported"
            columns={[
              { name: 'source', heading: 'Where', cell: ({ source }) => <code>{source}</code> },
              { name: 'message', heading: 'What is wrong', cell: ({ message }) => message },
            ]}
            rows={problems}
            keyOf={({ source, message }) => source + message}
          />
        )}
      </div>
    </Panel>
  )
}
