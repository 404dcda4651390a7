/** The point in the history of a table that an export ends with. */
import type { DescribedTable } from '../catalog/table.js'
import { readPoint, type PastPoint } from '../past/past-point.js'
import { PastUnavailable } from '../past/past-unavailable.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'

export interface ExportPointDependencies {
  readonly engine: Engine
  readonly clock: Clock
}

/** Throws if the changes of the table are no longer logged. */
export function exportPoint(
  { engine, clock }: ExportPointDependencies,
  { guard, changes }: Pick<DescribedTable, 'guard' | 'changes'>,
  beforeMs: number,
): Promise<PastPoint> {
  if (changes === undefined) throw new PastUnavailable('not logged')
  return readPoint(engine, { guard, changes }, { nowMs: clock.now(), beforeMs })
}
