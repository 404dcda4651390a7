/** Two tables by key: what one has that the other has not, and what differs. */
import { GitCompare, Square } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { countOf, formatBytes, formatCount } from '../../design/format.js'
import { Select } from '../../design/inputs.js'
import { Notice } from '../../design/notice.js'
import { PageHeader } from '../../design/page-header.js'
import { Page } from '../../frame/page.js'
import { useTableDescription, useTableNames } from '../../frame/queries.js'
import { useFragment } from '../../routes/place.js'
import { DiffView } from '../../text/diff-view.js'
import { printDynamoJson } from '../../values/dynamodb-json.js'
import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import './compare-page.css'
import { DifferenceList, keyName } from './difference-list.js'
import type { ItemDifference } from './difference.js'
import { comparedItemsMax } from './limits.js'
import { useComparison, type Comparison } from './use-comparison.js'

export function ComparePage() {
  const { data: names = [] } = useTableNames()
  const [{ a, b }, setFragment] = useFragment()
  const first = a ?? names[0] ?? ''
  const second = b ?? names.find((name) => name !== first) ?? first
  const choices = names.map((name) => ({ value: name, label: name }))
  return (
    <Page title="Compare">
      <PageHeader
        title="Compare tables"
        facts="Both are read to the end and compared by key. A restored table shows what changed since."
      />
      {names.length < 2 ? (
        <EmptyState icon={GitCompare} title="There are no two tables to compare." />
      ) : (
        <>
          <div className="compare-tables">
            <Field label="First table">
              {(parts) => (
                <Select
                  {...parts}
                  value={first}
                  choices={choices}
                  onChange={(name) => setFragment({ a: name })}
                />
              )}
            </Field>
            <Field label="Second table">
              {(parts) => (
                <Select
                  {...parts}
                  value={second}
                  choices={choices}
                  onChange={(name) => setFragment({ b: name })}
                />
              )}
            </Field>
          </div>
          <ComparedTables key={`${first}/${second}`} first={first} second={second} />
        </>
      )}
    </Page>
  )
}

interface ComparedTablesProps {
  readonly first: string
  readonly second: string
}

function ComparedTables({ first, second }: ComparedTablesProps) {
  const { data: one } = useTableDescription(first)
  const { data: other } = useTableDescription(second)
  const { comparison, compare, stop } = useComparison()
  const [chosen, setChosen] = useState<ItemDifference>()
  if (one === undefined || other === undefined) return null
  const keys = keyNamesOf(one)
  if (first === second) return <Notice>Choose two different tables.</Notice>
  if (keys.join() !== keyNamesOf(other).join()) {
    return <Notice tone="warn">Their keys have different names: nothing can be compared.</Notice>
  }
  const { state, counts, listed, itemsRead } = comparison
  return (
    <>
      <div className="compare-bar">
        {state === 'runs' ? (
          <Button icon={Square} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button kind="primary" icon={GitCompare} onClick={() => compare(first, second, keys)}>
            Compare
          </Button>
        )}
        <span className="compare-facts" role="status">
          {state === 'idle' ? sizeText(one, other) : progressText(comparison)}
        </span>
      </div>
      {state === 'failed' && <FaultNotice error={comparison.fault} />}
      {state === 'too-large' && (
        <Notice tone="warn">
          {first} is too large to be compared in a browser: {formatCount(itemsRead)} items were
          read, and {formatCount(comparedItemsMax)} or 64 MB can be kept.
        </Notice>
      )}
      {state === 'done' && listed.length === 0 && (
        <EmptyState icon={GitCompare} title="The tables have the same items." />
      )}
      {listed.length > 0 && (
        <DifferenceList differences={listed} chosen={chosen} onChoose={setChosen} />
      )}
      {counts !== undefined && differencesIn(counts) > listed.length && (
        <p className="compare-facts">The first {formatCount(listed.length)} are listed.</p>
      )}
      {chosen !== undefined && (
        <section className="compare-detail" aria-label={keyName(chosen)}>
          <h2>{keyName(chosen)}</h2>
          <div className="compare-diff">
            <DiffView
              key={chosen.id}
              label={`${keyName(chosen)} in ${first} and in ${second}`}
              before={chosen.before === undefined ? '' : printDynamoJson(chosen.before)}
              after={chosen.after === undefined ? '' : printDynamoJson(chosen.after)}
            />
          </div>
        </section>
      )}
    </>
  )
}

function keyNamesOf({ KeySchema = [] }: TableDescription): readonly string[] {
  return KeySchema.map(({ AttributeName }) => AttributeName)
}

function sizeText(one: TableDescription, other: TableDescription): string {
  const items = (one.ItemCount ?? 0) + (other.ItemCount ?? 0)
  const bytes = (one.TableSizeBytes ?? 0) + (other.TableSizeBytes ?? 0)
  const units = Math.max(1, Math.ceil(bytes / 4096)) / 2
  return `Reads ${countOf(items, 'item')}, ${formatBytes(bytes)}, about ${formatCount(units)} RCU`
}

function progressText({ state, counts, itemsRead }: Comparison): string {
  const read = `${countOf(itemsRead, 'item')} read`
  if (state !== 'done' || counts === undefined) return read
  const { added, removed, changed, same } = counts
  return [
    `${formatCount(added)} added`,
    `${formatCount(removed)} removed`,
    `${formatCount(changed)} changed`,
    `${formatCount(same)} the same`,
    read,
  ].join(' · ')
}

function differencesIn({ added, removed, changed }: NonNullable<Comparison['counts']>): number {
  return added + removed + changed
}
