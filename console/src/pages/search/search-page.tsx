/** A try-out search of a table's vector indexes. Nothing is sent before somebody asks for it. */
import { useMutation } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import type {
  TableDescription,
  VectorIndexDescription,
} from '../../api/generated/dynamodb-types.js'
import { readSources } from '../../code/key-attributes.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { ItemPanel } from '../../editor/item-panel.js'
import { keyOfItem, tableKeysOf } from '../../editor/table-keys.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { RequestDialog } from '../../frame/request-dialog.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { TableHeader } from '../../frame/table-header.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link, useFragment, usePlace } from '../../routes/place.js'
import type { Item } from '../../values/attribute-value.js'
import { emptySearch, searchAttributes, searchInput, type SearchDraft } from './search-draft.js'
import { SearchForm } from './search-form.js'
import './search-page.css'
import { SearchResults } from './search-results.js'
import { takeVector } from './take-vector.js'
import { useSearch } from './use-search.js'

export function SearchPage() {
  const table = usePlace().table ?? ''
  const { region } = useWorkspace()
  const { data, error, refetch } = useTableDescription(table)
  const [{ index: named }] = useFragment()
  const indexes = data?.VectorIndexes ?? []
  const index = indexes.find(({ IndexName }) => IndexName === named) ?? indexes[0]
  return (
    <Page title={`${table} · search`} isFull>
      <TableHeader table={table} />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && index === undefined && (
        <EmptyState icon={Waypoints} title="The table has no vector indexes.">
          <Link to={`${paths.table(region, table)}#tab=indexes`}>Add one</Link>
        </EmptyState>
      )}
      {data !== undefined && index !== undefined && (
        <TableSearch key={index.IndexName} description={data} index={index} />
      )}
    </Page>
  )
}

interface TableSearchProps {
  readonly description: TableDescription
  readonly index: VectorIndexDescription
}

function TableSearch({ description, index }: TableSearchProps) {
  const table = description.TableName ?? ''
  const { client } = useWorkspace()
  const [, setFragment] = useFragment()
  const [draft, setDraft] = useState(emptySearch)
  const [opened, setOpened] = useState<Item>()
  const [showsCode, setShowsCode] = useState(false)
  const search = useSearch()
  const tableKeys = tableKeysOf(description)
  const attributes = searchAttributes(index, description)
  const inputOf = (some: SearchDraft) => searchInput(some, table, index.IndexName ?? '', attributes)
  const input = inputOf(draft)
  const run = (some: SearchDraft) => {
    const wanted = inputOf(some)
    if (wanted !== undefined) search.mutate(wanted)
  }
  const change = (some: Partial<SearchDraft>) => setDraft((now) => ({ ...now, ...some }))
  const taking = useMutation({
    mutationFn: (key: Item) =>
      takeVector(client, {
        table,
        key,
        attribute: index.VectorAttribute?.AttributeName ?? '',
        hash: attributes.find(({ role }) => role === 'hash'),
      }),
  })
  const take = (key: Item, then: (next: SearchDraft) => void = () => undefined) =>
    taking.mutate(key, {
      onSuccess: ({ vector, conditions }) => {
        const next = { ...draft, vector, conditions: { ...draft.conditions, ...conditions } }
        setDraft(next)
        then(next)
      },
    })
  useShortcut('mod+enter', 'Search', () => run(draft))
  const [source] = readSources(description)
  const error = taking.error ?? search.error
  return (
    <div className="search">
      <div className="search-main">
        <SearchForm
          indexes={description.VectorIndexes ?? []}
          index={index}
          attributes={attributes}
          keys={source === undefined ? [] : [...source.partition, ...source.sort]}
          draft={draft}
          isReady={input !== undefined}
          isSearching={search.isPending}
          isTaking={taking.isPending}
          onChange={change}
          onIndex={(name) => setFragment({ index: name })}
          onTake={take}
          onSearch={() => {
            taking.reset()
            run(draft)
          }}
          onCode={() => setShowsCode(true)}
        />
        {error !== null && <FaultNotice error={error} />}
        {search.data !== undefined && (
          <SearchResults
            key={search.submittedAt}
            answer={search.data}
            distance={index.DistanceFunction ?? ''}
            tableKeys={tableKeys.names}
            onOpen={setOpened}
            onMoreLike={(item) => take(keyOfItem(tableKeys, item), run)}
          />
        )}
      </div>
      {opened !== undefined && (
        <ItemPanel
          table={table}
          itemKey={opened}
          onClose={() => setOpened(undefined)}
          onSaved={() => run(draft)}
        />
      )}
      {showsCode && input !== undefined && (
        <RequestDialog
          request={{ operation: 'SearchVectors', input: { ...input } }}
          onClose={() => setShowsCode(false)}
        />
      )}
    </div>
  )
}
