/** Stores how far a reader has got, or deletes a reader that has read everything. */
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { getFormat } from '../storage/format.js'
import type { LanePlan } from './plan-lanes.js'
import type { LanePosition, LogReader } from './reader.js'
import { decodeReader, deleteReader, getReader, putReaders } from './reader-record.js'

/**
 * `moved` are the positions that have changed since the plan was made. Writes only if something
 * changed.
 */
export async function savePositions(
  engine: Engine,
  fence: Fence,
  { reader, plan }: { readonly reader: LogReader; readonly plan: LanePlan },
  moved: readonly LanePosition[],
): Promise<void> {
  const { complete, nextLane } = plan
  const byLane = new Map(moved.map((position) => [position.lane, position]))
  const positions = plan.positions.map((position) => byLane.get(position.lane) ?? position)
  const isSame = nextLane === reader.nextLane && samePositions(positions, reader.positions)
  if (!complete && isSame) return
  await engine.transact({
    guards: fence.guards,
    reads: [getReader(reader), getFormat()],
    decide([record, mark]) {
      if (record === undefined) return { mutations: [], result: undefined }
      // Its end or its settings may have changed since it was read.
      const current = { ...decodeReader(record), positions, nextLane }
      const saved = complete ? [deleteReader(current)] : putReaders(mark, [current])
      return { mutations: [...saved, ...fence.mutations], result: undefined }
    },
  })
}

function samePositions(a: readonly LanePosition[], b: readonly LanePosition[]): boolean {
  const isSame = (position: LanePosition, i: number) =>
    position.lane === b[i]?.lane && position.next === b[i].next
  return a.length === b.length && a.every(isSame)
}
