/** What somebody asked of the changes from one region to another: that they wait, or come later. */
import { systemSpace, type Engine, type Mutation, type Range } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import {
  replicationControlKey,
  replicationControls,
  type ReplicationDirection,
} from '../storage/replication-keys.js'

export interface ReplicationControl extends ReplicationDirection {
  readonly isPaused: boolean
  /** Changes are applied this long after they were made; absent: as the server was told. */
  readonly delayMs?: number
}

const { encode, decode } = jsonRecordAt<ReplicationControl>(
  'replicationControl',
  formatSteps.globalTables.revision,
)

/** More than the pairs of regions that a partition has. */
const controlsMax = 2_000

export function rangeOfControls(groupId: string): Range {
  const range = replicationControls(groupId)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: controlsMax }
}

export function decodeControl(bytes: Buffer): ReplicationControl {
  return decode(bytes)
}

/** What asks for nothing is not kept. */
export function changeControl(control: ReplicationControl): Mutation {
  const key = replicationControlKey(control)
  if (!control.isPaused && control.delayMs === undefined) {
    return { kind: 'delete', space: systemSpace, key }
  }
  return { kind: 'put', space: systemSpace, key, value: encode(control) }
}

export function controlOf(
  controls: readonly ReplicationControl[],
  direction: ReplicationDirection,
): ReplicationControl {
  const isIt = ({ fromRegion, toRegion }: ReplicationControl) =>
    fromRegion === direction.fromRegion && toRegion === direction.toRegion
  return controls.find(isIt) ?? { ...direction, isPaused: false }
}

export async function readControls(
  engine: Engine,
  groupId: string,
): Promise<readonly ReplicationControl[]> {
  const [page] = await engine.read([rangeOfControls(groupId)])
  return page.entries.map(({ value }) => decode(value))
}
