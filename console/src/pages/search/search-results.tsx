import { Waypoints } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { countOf, formatBytes } from '../../design/format.js'
import { ResultRows } from '../../grid/result-rows.js'
import type { Item } from '../../values/attribute-value.js'
import { scoredRows } from './scored-rows.js'
import type { SearchAnswer } from './use-search.js'

export interface SearchResultsProps {
  readonly answer: SearchAnswer
  readonly distance: string
  readonly tableKeys: readonly string[]
  readonly onOpen: (item: Item) => void
  readonly onMoreLike: (item: Item) => void
}

const nearest: Readonly<Record<string, string>> = {
  COSINE: 'the least score is the nearest',
  EUCLIDEAN: 'the least score is the nearest',
  DOT_PRODUCT: 'the greatest score is the nearest',
}

export function SearchResults(props: SearchResultsProps) {
  const { answer, distance, tableKeys, onOpen, onMoreLike } = props
  const { found, bytes, tookMs, input } = answer
  const [row, setRow] = useState(0)
  const { scoreColumn, items } = useMemo(() => scoredRows(found), [found])
  const keys = useMemo(() => [scoreColumn, ...tableKeys], [scoreColumn, tableKeys])
  const chosen = found[Math.max(0, row)]?.item
  const facts = [
    countOf(found.length, 'item'),
    ...(found.length > 1 ? [nearest[distance] ?? distance] : []),
    ...(bytes === undefined ? [] : [`${formatBytes(bytes)} searched`]),
    `${Math.round(tookMs)} ms`,
  ]
  return (
    <>
      <div className="search-facts">
        <p role="status">{facts.join(' · ')}</p>
        <Button
          icon={Waypoints}
          disabled={chosen === undefined}
          onClick={() => chosen !== undefined && onMoreLike(chosen)}
        >
          More like this row
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState title="Nothing was found.">
          No item of the index has these values, or the index is empty.
        </EmptyState>
      ) : (
        <ResultRows
          label={`Nearest items of ${input.IndexName}`}
          items={items}
          keys={keys}
          onRow={setRow}
          onOpen={(opened) => {
            const item = found[opened]?.item
            if (item !== undefined) onOpen(item)
          }}
        />
      )}
    </>
  )
}
