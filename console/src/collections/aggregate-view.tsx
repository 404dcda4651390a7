import { Fragment } from 'react'
import { classNames } from '../design/class-names.js'
import { countOf, formatBytes } from '../design/format.js'
import type { ModelTable } from '../modelling/data-model.js'
import type { TableView, ViewCollection, ViewRow } from '../modelling/table-view.js'
import { printValue } from '../values/print-value.js'
import './aggregate-view.css'
import './tint-class.css'
import { tintClass } from './tint-class.js'

export interface AggregateViewProps {
  readonly title: string
  readonly table: ModelTable
  readonly view: TableView
  /** Rows that a pattern reads, and those of them that it returns. */
  readonly read?: ReadonlySet<string> | undefined
  readonly returned?: ReadonlySet<string> | undefined
  /** The item under the pointer, which is marked in every view. */
  readonly traced: string | undefined
  readonly onTrace: (itemKey: string | undefined) => void
  readonly onOpen: (row: ViewRow) => void
}

/** Characters of a value that a cell shows. */
const cellCharactersMax = 60

export function AggregateView(props: AggregateViewProps) {
  const { title, table, view } = props
  const { partition, sort } = view.key
  const columns = Math.max(
    1,
    ...view.collections.flatMap(({ rows }) => rows.map(({ cells }) => cells.length)),
  )
  return (
    <section className="aggregate" aria-label={title}>
      <header className="aggregate-head">
        <h3>{title}</h3>
        <p>{factsOf(view, table)}</p>
      </header>
      {view.rowCount === 0 ? (
        <p className="aggregate-empty">
          No sample has the keys of this {view.index === undefined ? 'table' : 'index'}.
        </p>
      ) : (
        <div
          className="aggregate-scroll"
          tabIndex={0}
          role="region"
          aria-label={`Rows of ${title}`}
        >
          <table className="aggregate-table">
            <thead>
              <tr>
                <th scope="colgroup" colSpan={sort === undefined ? 1 : 2}>
                  {view.index === undefined ? 'Primary key' : 'Index key'}
                </th>
                <th scope="colgroup" colSpan={columns}>
                  Attributes
                </th>
              </tr>
              <tr>
                <th scope="col">{partition.name}</th>
                {sort !== undefined && <th scope="col">{sort.name}</th>}
                <td colSpan={columns} />
              </tr>
            </thead>
            {view.collections.map((collection) => (
              <Collection
                key={printValue(collection.partition)}
                collection={collection}
                columns={columns}
                {...props}
              />
            ))}
          </table>
        </div>
      )}
    </section>
  )
}

function factsOf({ rowCount, bytes, absent, index }: TableView, { samples }: ModelTable): string {
  const size = `${countOf(rowCount, 'item')}, ${formatBytes(bytes)}`
  if (index === undefined || absent.length === 0) return size
  return `${size} · ${absent.length} of ${samples.length} samples are not in this index`
}

interface CollectionProps extends AggregateViewProps {
  readonly collection: ViewCollection
  readonly columns: number
}

function Collection(props: CollectionProps) {
  const { collection, columns, read, returned, traced, onTrace, onOpen } = props
  return (
    <tbody className="aggregate-collection">
      {collection.rows.map((row, at) => (
        <tr
          key={row.itemKey}
          className={classNames(
            'aggregate-row',
            tintClass(row.tint),
            row.itemKey === traced && 'aggregate-traced',
            read !== undefined && !read.has(row.itemKey) && 'aggregate-unread',
            read?.has(row.itemKey) === true &&
              returned?.has(row.itemKey) !== true &&
              'aggregate-dropped',
          )}
          onPointerEnter={() => onTrace(row.itemKey)}
          onPointerLeave={() => onTrace(undefined)}
        >
          {at === 0 && (
            <th scope="rowgroup" rowSpan={collection.rows.length} className="aggregate-partition">
              <span>{printValue(collection.partition, cellCharactersMax)}</span>
              <small>
                {countOf(collection.rows.length, 'item')}, {formatBytes(collection.bytes)}
              </small>
            </th>
          )}
          <RowCells row={row} columns={columns} onOpen={onOpen} />
        </tr>
      ))}
    </tbody>
  )
}

function RowCells({
  row,
  columns,
  onOpen,
}: {
  readonly row: ViewRow
  readonly columns: number
  readonly onOpen: (row: ViewRow) => void
}) {
  const sort = row.sort === undefined ? undefined : printValue(row.sort, cellCharactersMax)
  const rest = columns - row.cells.length
  return (
    <Fragment>
      {sort !== undefined && (
        <td className="aggregate-sort">
          <button type="button" onClick={() => onOpen(row)} aria-label={`Open ${sort}`}>
            {sort}
          </button>
          <small>{row.entity}</small>
        </td>
      )}
      {row.cells.map(({ name, value, projected }, at) => (
        <td
          key={name}
          className={projected ? 'aggregate-cell' : 'aggregate-cell aggregate-missing'}
        >
          <small>{name}</small>
          {projected ? (
            <span>{printValue(value, cellCharactersMax)}</span>
          ) : (
            <span className="visually-hidden">not projected</span>
          )}
          {sort === undefined && at === 0 && (
            <button type="button" className="aggregate-open" onClick={() => onOpen(row)}>
              Open
            </button>
          )}
        </td>
      ))}
      {rest > 0 && <td className="aggregate-rest" colSpan={rest} />}
    </Fragment>
  )
}
