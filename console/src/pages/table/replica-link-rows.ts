/** The changes between the regions of a global table, one row for each direction. */
import type { ReplicationLink } from '../../api/generated/gramme-types.js'
import type { Tone } from '../../design/badge.js'
import { countOf, formatCount } from '../../design/format.js'
import { lagText } from '../../design/lag-text.js'

export interface ReplicaLinkRow {
  readonly from: string
  readonly to: string
  readonly isPaused: boolean
  readonly state: string
  readonly tone: Tone
  readonly behind: string
  readonly pending: string
  /** A delay that was asked for, how far a copy is, and why nothing arrives. */
  readonly note: string
}

const unknown = '–'

/** Links into the region of the page come first: they say how old its reads can be. */
export function replicaLinkRows(
  links: readonly ReplicationLink[],
  region: string,
): readonly ReplicaLinkRow[] {
  const rows = links.map(rowOf)
  return [...rows.filter(({ to }) => to === region), ...rows.filter(({ to }) => to !== region)]
}

function rowOf(link: ReplicationLink): ReplicaLinkRow {
  const { State = '', PendingChanges } = link
  return {
    from: link.FromRegion ?? '',
    to: link.ToRegion ?? '',
    isPaused: link.Paused === true,
    state: State.toLowerCase(),
    tone: toneOf(State),
    behind: lagText(link.LagMilliseconds),
    pending: PendingChanges === undefined ? unknown : formatCount(PendingChanges),
    note: noteOf(link),
  }
}

function toneOf(state: string): Tone {
  if (state === 'FOLLOWING') return 'ok'
  return state === 'UNREACHABLE' ? 'danger' : 'warn'
}

function noteOf({
  State,
  DelayMilliseconds = 0,
  CopiedItems,
  StateReason,
}: ReplicationLink): string {
  return [
    ...(DelayMilliseconds > 0 ? [`delayed by ${formatCount(DelayMilliseconds)} ms`] : []),
    ...(CopiedItems === undefined ? [] : [`${countOf(CopiedItems, 'item')} copied`]),
    ...(State === 'HELD' ? ['the next change is from the future'] : []),
    ...(StateReason === undefined ? [] : [StateReason]),
  ].join(', ')
}
