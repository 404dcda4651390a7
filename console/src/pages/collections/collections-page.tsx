/** The items of a table as item collections, coloured by what they seem to be. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AggregateView } from '../../collections/aggregate-view.js'
import { EntityLegend } from '../../collections/entity-legend.js'
import { sampleItems } from '../../collections/sample-table.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { Skeleton } from '../../design/skeleton.js'
import { ItemPanel } from '../../editor/item-panel.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { TableHeader } from '../../frame/table-header.js'
import { useWorkspace } from '../../frame/workspace.js'
import { legendOf } from '../../modelling/detect-entity.js'
import { sampledItemsMax } from '../../modelling/limits.js'
import { modelOfTable } from '../../modelling/model-of-table.js'
import { tableViewOf } from '../../modelling/table-view.js'
import { paths } from '../../routes/paths.js'
import { Link, useFragment, usePlace } from '../../routes/place.js'
import type { Item } from '../../values/attribute-value.js'
import './collections-page.css'

/** No index has such a name. */
const tableView = '.'

export function CollectionsPage() {
  const table = usePlace().table ?? ''
  const description = useTableDescription(table)
  const items = useSample(table)
  const error = description.error ?? items.error
  return (
    <Page title={`${table} · collections`} isFull>
      <TableHeader table={table} />
      {error !== null && <FaultNotice error={error} onRetry={() => void items.refetch()} />}
      {error === null && (description.data === undefined || items.data === undefined) && (
        <Skeleton />
      )}
      {description.data !== undefined && items.data !== undefined && (
        <Collections description={description.data} items={items.data} />
      )}
    </Page>
  )
}

function useSampleKey(table: string): readonly string[] {
  const { region, account } = useWorkspace()
  return [account, region, 'sample', table]
}

function useSample(table: string) {
  const { client } = useWorkspace()
  return useQuery({ queryKey: useSampleKey(table), queryFn: () => sampleItems(client, table) })
}

interface CollectionsProps {
  readonly description: Parameters<typeof modelOfTable>[0]
  readonly items: readonly Item[]
}

function Collections({ description, items }: CollectionsProps) {
  const name = description.TableName ?? ''
  const [{ view = tableView }, setFragment] = useFragment()
  const [traced, setTraced] = useState<string>()
  const [opened, setOpened] = useState<Item>()
  const queries = useQueryClient()
  const sampleKey = useSampleKey(name)
  const table = useMemo(() => modelOfTable(description, items).table, [description, items])
  const index = table.indexes.find((each) => each.name === view)
  const shown = useMemo(() => tableViewOf(table, index), [table, index])
  if (items.length === 0) return <EmptyState icon={Boxes} title="The table has no items." />
  return (
    <div className="collections">
      <div className="collections-main">
        <div className="collections-tools">
          {table.indexes.length > 0 && (
            <SegmentedControl
              label="View"
              value={index?.name ?? tableView}
              choices={[
                { value: tableView, label: 'Table' },
                ...table.indexes.map((each) => ({ value: each.name, label: each.name })),
              ]}
              onChange={(next) => setFragment({ view: next === tableView ? undefined : next })}
            />
          )}
          <EntityLegend entries={legendOf(table)} />
          <p className="collections-note">
            {items.length < sampledItemsMax
              ? `All ${countOf(items.length, 'item')}.`
              : `The first ${countOf(items.length, 'item')} of a scan.`}{' '}
            <Link to={`${paths.models()}#table=${encodeURIComponent(name)}`}>
              Use them as a model
            </Link>
          </p>
        </div>
        <AggregateView
          title={index?.name ?? name}
          table={table}
          view={shown}
          traced={traced}
          onTrace={setTraced}
          onOpen={({ item }) => setOpened(item)}
        />
      </div>
      {opened !== undefined && (
        <ItemPanel
          table={name}
          itemKey={opened}
          onClose={() => setOpened(undefined)}
          onSaved={() => void queries.invalidateQueries({ queryKey: sampleKey })}
        />
      )}
    </div>
  )
}
