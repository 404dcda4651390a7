/**
 * What a SELECT reads: stretches of one partition each if every branch of its WHERE pins the
 * partition, otherwise the whole table or index. Faults are reported in the service's order.
 */
import type { Table } from '../catalog/table.js'
import { requireScalarKeyPaths } from '../items/key-paths.js'
import type { ReadTarget } from '../items/read/read-target.js'
import {
  needsFetch,
  projectionOf,
  requireProjectedPaths,
  type Selection,
} from '../items/read/select-attributes.js'
import { wholeStretch, type Stretch } from '../items/read/stretch.js'
import { keyedStretches } from './plan/keyed-stretches.js'
import { inOrder, readOrder, refuseOrder } from './plan/order-by.js'
import { requireSelectTarget } from './plan/select-target.js'
import type { ProjectedPath, Select } from './statement.js'

export interface SelectPlan {
  readonly target: ReadTarget
  /** In the order in which they are read. */
  readonly stretches: readonly Stretch[]
  readonly reverse: boolean
  /** Whether attributes that the index lacks are fetched from the table. */
  readonly fetch: boolean
}

export function planSelect(table: Table, select: Select, consistent: boolean): SelectPlan {
  const { where, projectionFault } = select
  const target = requireSelectTarget(table, select.source, consistent)
  if (projectionFault !== undefined) throw projectionFault
  const selection = selectionOf(select.projection)
  requireScalarKeyPaths(table, { projection: projectionOf(selection) })
  requireProjectedPaths(target, selection)
  const order = readOrder(target, select)
  const keyed = where && keyedStretches(target, where)
  requireScalarKeyPaths(table, { condition: where })
  const fetch = needsFetch(target, selection)
  if (keyed === undefined) {
    if (order !== undefined) refuseOrder()
    return { target, stretches: [wholeStretch(where)], reverse: false, fetch }
  }
  if (order === undefined) return { target, stretches: keyed, reverse: false, fetch }
  return { target, stretches: inOrder(target, keyed, order), reverse: order.reverse, fetch }
}

function selectionOf(projection: readonly ProjectedPath[] | undefined): Selection {
  if (projection === undefined) return { kind: 'projected' }
  return { kind: 'paths', projection: { paths: projection.map(({ path }) => path) } }
}
