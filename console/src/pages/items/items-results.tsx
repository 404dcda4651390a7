/** What was read: as rows, as cards on a phone, or as JSON; with columns, sorting, finding and files. */
import { Columns3, Download, FlipHorizontal2 } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ReadSource } from '../../code/key-attributes.js'
import type { CodeRequest } from '../../code/request.js'
import { Button, IconButton } from '../../design/button.js'
import { CodeBlock } from '../../design/code-block.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { formatCount } from '../../design/format.js'
import { TextInput } from '../../design/inputs.js'
import { Menu } from '../../design/menu.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { Skeleton } from '../../design/skeleton.js'
import { BulkDialog, type BulkDialogProps } from '../../editor/bulk-dialog.js'
import { usePreference } from '../../frame/preferences.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { useIsPhone } from '../../frame/use-is-phone.js'
import type { ColumnSort } from '../../grid/column-header.js'
import {
  arrange,
  fitted,
  moved,
  plainLayout,
  resized,
  toggled,
  visibleColumns,
} from '../../grid/column-layout.js'
import { DataGrid } from '../../grid/data-grid.js'
import { firstCell } from '../../grid/grid-cursor.js'
import { itemRows, transposed } from '../../grid/grid-rows.js'
import type { Item } from '../../values/attribute-value.js'
import { ColumnsDialog } from './columns-dialog.js'
import { ItemCards } from './item-cards.js'
import type { ItemsReader, ReaderState } from './items-reader.js'
import { loadedView } from './loaded-view.js'
import { resultForms } from './result-files.js'
import { RowActions } from './row-actions.js'
import { SelectionBar } from './selection-bar.js'
import { StatusLine, useLasting } from './status-line.js'
import { useExport } from './use-export.js'
import { useSelection } from './use-selection.js'

export interface ItemsResultsProps {
  readonly table: string
  readonly reader: ItemsReader
  readonly state: ReaderState
  readonly source: ReadSource
  readonly sources: readonly ReadSource[]
  readonly tableKeys: readonly string[]
  readonly ttl: string | undefined
  /** Whether the open item may make room for another one. */
  readonly mayStep: boolean
  readonly onOpen: (item: Item) => void
  readonly onDuplicate: (item: Item) => void
  readonly onFilter: (name: string) => void
  readonly onAgain: () => void
}

type Shape = 'rows' | 'json'

/** Items that the JSON view shows; a file has them all. */
const jsonItemsMax = 200
/** Rows from the end at which the next page is read. */
const nearEnd = 15

export function ItemsResults(props: ItemsResultsProps) {
  const { table, reader, state, source, sources, tableKeys } = props
  const { region, account } = useWorkspace()
  const [layout, setLayout] = usePreference(`columns.${account}.${region}.${table}`, plainLayout)
  const [shape, setShape] = useState<Shape>('rows')
  const [isTurned, setTurned] = useState(false)
  const [sort, setSort] = useState<ColumnSort>()
  const [words, setWords] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const [isBulk, setBulk] = useState(false)
  const [cursor, setCursor] = useState(firstCell)
  const [expanded, setExpanded] = useState<ReadonlyMap<number, string>>(new Map())
  const find = useRef<HTMLInputElement>(null)
  const toast = useToasts()
  const isNarrow = useIsPhone()
  const exporting = useExport(table, reader)

  const keys = useMemo(() => keysOf(source, tableKeys), [source, tableKeys])
  const order = useMemo(() => orderOf(keys, sources), [keys, sources])
  const facts = useMemo(() => state.columns.columns(order), [state, order])
  const all = useMemo(() => arrange(facts, layout, keys), [facts, layout, keys])
  const shown = useMemo(
    () => visibleColumns(all, layout).filter(({ name, total }) => total > 0 || keys.includes(name)),
    [all, layout, keys],
  )
  const deferredWords = useDeferredValue(words)
  const view = useMemo(
    () => loadedView(state.items, sort, deferredWords),
    [state, sort, deferredWords],
  )
  const rows = useMemo(() => {
    const { items } = state
    if (view === undefined) return itemRows(items.count, (row) => items.at(row))
    return itemRows(view.length, (row) => items.at(view[row]!))
  }, [state, view])
  const baseRow = (row: number) => view?.[row] ?? row
  const itemAt = (row: number) => state.items.at(baseRow(row))
  const selection = useSelection(rows.count, baseRow, state.request)
  const selected = selection.rows
    .map((row) => state.items.at(row))
    .filter((item) => item !== undefined)

  const see = useCallback(
    (first: number, last: number) => {
      if (view !== undefined) return
      void reader.see(first, last)
      const { ended, items } = reader.state()
      if (ended === 'filled' && last >= items.count - nearEnd) void reader.more()
    },
    [reader, view],
  )
  useShortcut('c', 'Choose columns', () => setChoosing(true))
  useShortcut('t', 'Exchange rows and columns', () => setTurned(!isTurned))
  useShortcut('/', 'Find in loaded rows', () => find.current?.focus())
  useShortcut(']', 'Load more', () => void reader.more())
  useShortcut('d', 'Duplicate the item', () => {
    const item = itemAt(cursor.row)
    if (item !== undefined) props.onDuplicate(item)
  })

  const names = all.map(({ name }) => name)
  const grid = isTurned ? transposed(rows, shown) : { rows, columns: shown }
  const isFirstRead = state.phase === 'reading' && state.items.count === 0
  const isSlow = useLasting(isFirstRead, 150)
  return (
    <>
      <StatusLine
        state={state}
        canRead={reader.canRead}
        found={words === '' ? undefined : view?.length}
        onMore={() => void reader.more()}
        onAll={() => void reader.all()}
      >
        <TextInput
          ref={find}
          aria-label="Find in loaded rows"
          placeholder={state.items.isWhole ? 'Find in loaded rows' : 'Too many rows to find in'}
          disabled={!state.items.isWhole}
          value={words}
          onChange={setWords}
        />
        <Button icon={Columns3} onClick={() => setChoosing(true)}>
          Columns {shown.length}/{all.length}
        </Button>
        <Menu
          trigger={
            <Button icon={Download} busy={exporting.count !== undefined}>
              {exporting.count === undefined
                ? 'Result'
                : `${formatCount(exporting.count)} items written`}
            </Button>
          }
          groups={[
            resultForms.map(({ form, label }) => ({
              label: `Whole result as ${label}`,
              disabled: state.request === undefined,
              onSelect: () => exporting.start(form, names),
            })),
            [
              {
                label: 'Change all items of this query…',
                disabled: state.request === undefined,
                onSelect: () => setBulk(true),
              },
            ],
          ]}
        />
        <SegmentedControl
          label="Shape"
          value={shape}
          choices={[
            { value: 'rows', label: 'Rows' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={setShape}
        />
        {!isNarrow && (
          <IconButton
            label="Transpose"
            icon={FlipHorizontal2}
            aria-pressed={isTurned}
            onClick={() => setTurned(!isTurned)}
          />
        )}
      </StatusLine>
      {state.error !== undefined && (
        <FaultNotice
          error={state.error}
          onRetry={() => (state.items.count === 0 ? props.onAgain() : void reader.more())}
        />
      )}
      {selection.count > 0 && (
        <SelectionBar
          table={table}
          items={selected}
          count={selection.count}
          tableKeys={tableKeys}
          request={state.request}
          onClear={selection.clear}
          onDone={props.onAgain}
        />
      )}
      <div className="items-results">
        {isSlow && <Skeleton rows={12} />}
        {rows.count === 0 && !isFirstRead && state.error === undefined && (
          <NoItems state={state} isFinding={words !== ''} />
        )}
        {rows.count > 0 && shape === 'json' && (
          <div className="items-json">
            <CodeBlock label="Loaded items as DynamoDB JSON" text={jsonOf(rows.count, itemAt)} />
          </div>
        )}
        {rows.count > 0 && shape === 'rows' && isNarrow && (
          <ItemCards
            rows={rows}
            keys={tableKeys}
            columns={shown}
            ttl={props.ttl}
            onOpen={(row) => openRow(row)}
            onSee={see}
          />
        )}
        {rows.count > 0 && shape === 'rows' && !isNarrow && (
          <DataGrid
            label={`Items of ${table}`}
            rows={grid.rows}
            columns={grid.columns}
            pinned={isTurned ? 1 : Math.min(keys.length, 2)}
            keyRoles={rolesOf(source)}
            ttl={isTurned ? undefined : props.ttl}
            sort={sort}
            cursor={cursor}
            onCursor={setCursor}
            expanded={isTurned ? noneExpanded : expanded}
            onExpand={(row, column) => {
              const next = new Map(expanded)
              if (column === undefined) next.delete(row)
              else next.set(row, column)
              setExpanded(next)
            }}
            onCopied={(cells) =>
              toast({
                text: cells === 1 ? 'Copied the value' : `Copied ${formatCount(cells)} values`,
              })
            }
            {...(!isTurned && {
              selection,
              onOpen: openRow,
              onSee: see,
              actions: {
                onResize: (name: string, width: number) => setLayout(resized(layout, name, width)),
                onFit: (name: string) => setLayout(fitted(layout, name)),
                onHide: (name: string) => setLayout(toggled(layout, name)),
                onMove: (name: string, to: 'left' | 'right' | { readonly before: string }) =>
                  setLayout(moved(layout, names, name, placeOf(names, name, to))),
                onFilter: props.onFilter,
                ...(state.items.isWhole && {
                  onSort: (name: string, descending: boolean | undefined) =>
                    setSort(descending === undefined ? undefined : { name, descending }),
                }),
              },
            })}
          />
        )}
      </div>
      {shape === 'rows' && !isTurned && (
        <RowActions
          table={table}
          tableKeys={tableKeys}
          rows={rows.count}
          itemAt={itemAt}
          columns={shown.map(({ name }) => name)}
          cursor={cursor}
          onCursor={setCursor}
          selected={selected}
          expanded={expanded}
          onExpanded={setExpanded}
          mayStep={props.mayStep}
          onOpen={openRow}
          onDuplicate={props.onDuplicate}
          onDone={props.onAgain}
        />
      )}
      {isBulk && state.request !== undefined && (
        <BulkDialog
          table={table}
          source={bulkSource(state.request)}
          onClose={() => setBulk(false)}
          onDone={props.onAgain}
        />
      )}
      <ColumnsDialog
        open={isChoosing}
        columns={all}
        keys={keys}
        layout={layout}
        onChange={setLayout}
        onClose={() => setChoosing(false)}
      />
    </>
  )

  function openRow(row: number): void {
    const item = itemAt(row)
    if (item !== undefined) props.onOpen(item)
  }
}

const noneExpanded: ReadonlyMap<number, string> = new Map()

function NoItems({
  state,
  isFinding,
}: {
  readonly state: ReaderState
  readonly isFinding: boolean
}) {
  if (isFinding) return <EmptyState title="No loaded row has these words." />
  if (state.request === undefined) return null
  if (state.read > 0) {
    return (
      <EmptyState title={`No items match. ${formatCount(state.read)} read.`}>
        The filter left nothing of what was read.
      </EmptyState>
    )
  }
  const isTable = state.request.operation === 'Scan'
  return <EmptyState title={isTable ? 'There are no items.' : 'No items have this key.'} />
}

function bulkSource({ operation, input }: CodeRequest): BulkDialogProps['source'] {
  return { kind: operation === 'Query' ? 'query' : 'scan', input }
}

/** Keys of what is read, then of the table. */
function keysOf(source: ReadSource, tableKeys: readonly string[]): readonly string[] {
  const own = [...source.partition, ...source.sort].map(({ name }) => name)
  return [...new Set([...own, ...tableKeys])]
}

/** Keys of other indexes follow. */
function orderOf(keys: readonly string[], sources: readonly ReadSource[]): readonly string[] {
  const others = sources.flatMap(({ partition, sort }) => [...partition, ...sort])
  return [...new Set([...keys, ...others.map(({ name }) => name)])]
}

function rolesOf({
  partition,
  sort,
}: ReadSource): Readonly<Record<string, 'partition key' | 'sort key'>> {
  return Object.fromEntries([
    ...partition.map(({ name }) => [name, 'partition key'] as const),
    ...sort.map(({ name }) => [name, 'sort key'] as const),
  ])
}

function placeOf(
  names: readonly string[],
  name: string,
  to: 'left' | 'right' | { readonly before: string },
): number {
  const at = names.indexOf(name)
  if (to === 'left') return at - 1
  if (to === 'right') return at + 1
  const target = names.indexOf(to.before)
  return target > at ? target - 1 : target
}

function jsonOf(count: number, at: (row: number) => Item | undefined): string {
  const items = Array.from({ length: Math.min(count, jsonItemsMax) }, (_, row) => at(row))
  return JSON.stringify(
    items.filter((item) => item !== undefined),
    null,
    2,
  )
}
