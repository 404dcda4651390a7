/**
 * What a stretch of time changed about each item, all writes together: what the item was at its start
 * and what it was at its end. The change log is read once, from the start to the end, and folded into
 * a space beside the table; the table itself is not read.
 *
 * Start and end are points as in `past-point.ts`: the table at the start with the net changes is the
 * table at the end. Like a `PastState`, a `NetState` is plain JSON and may be an older one: folding the
 * same changes once more, in their order, ends with the same.
 */
import { decodeChange, encodeChange, type Change, type Image } from '../changes/change-record.js'
import type { Engine, Mutation, SpaceId } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { keyAfter, wholeSpace } from '../storage/keyspace.js'
import { endedPass, passSince } from './begin-pass.js'
import type { PastSource } from './items-place.js'
import { logMoment, readOn, type LogPass, type PassedChange } from './log-pass.js'
import { isBeforePoint, type IsBefore, type PastPoint } from './past-point.js'
import { keyOfChange, type PastPageLimits } from './past-table.js'
import { PastUnavailable } from './past-unavailable.js'
import { createSideSpace, dropSideSpace, foldInto, readSideSpace } from './side-space.js'

export interface NetWindow {
  readonly fromMs: number
  /** The end, with its moment. */
  readonly to: PastPoint & { readonly beforeMs: number }
}

export interface NetState {
  readonly source: PastSource
  readonly window: NetWindow
  /** The space of the net changes. */
  readonly net: SpaceId
  readonly pass: LogPass
}

export interface NetStep {
  readonly state: NetState
  /** Whether everything is folded: from now on there are pages. */
  readonly complete: boolean
}

export interface NetChange {
  /** The key's JSON. */
  readonly key: Image
  /** Absent if the item did not exist at the start, or at the end. At least one is there. */
  readonly before: Image | undefined
  readonly after: Image | undefined
  /** When the item was last written within the window. */
  readonly lastAtMs: number
}

export interface NetPage {
  readonly changes: readonly NetChange[]
  /** What to pass for the next page; undefined if this is the last. */
  readonly next: string | undefined
}

export class NetChanges {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** `store` returns what is to be written with the new state, as in `PastTable.begin`. */
  async begin(
    source: PastSource,
    window: NetWindow,
    fence: Fence,
    store: (state: NetState) => readonly Mutation[],
  ): Promise<NetState> {
    const { fromMs, to } = window
    const since = { log: to.log, sinceMs: fromMs, readAtMs: to.readAtMs }
    const begun = await passSince(this.#engine, since)
    const pass = await endedPass(this.#engine, begun, to.cut, to.beforeMs)
    const stateWith = (net: SpaceId): NetState => ({ source, window, net, pass })
    const beside = { label: `${source.name} net changes`, owner: source.id }
    const net = await createSideSpace(this.#engine, beside, fence, (space) =>
      store(stateWith(space)),
    )
    return stateWith(net)
  }

  /** Folds the changes of one bounded step. */
  async collect(state: NetState, fence: Fence): Promise<NetStep> {
    const { source, window, net } = state
    const moment = await logMoment(this.#engine, state.pass.log)
    const { pass, changes, done } = await readOn(this.#engine, state.pass, moment)
    const found = changes.map((passed) => ({ key: keyOfChange(source, passed), found: passed }))
    const fold = foldChange(window.fromMs, isBeforePoint(window.to))
    await foldInto(this.#engine, { space: net, fence }, found, fold)
    return { state: { ...state, pass }, complete: done }
  }

  /** In the order of the items' keys, once everything is folded. */
  async page(
    { net }: NetState,
    after: string | undefined,
    limits: PastPageLimits,
  ): Promise<NetPage> {
    const whole = wholeSpace()
    const from = after === undefined ? whole.from : keyAfter(Buffer.from(after, 'base64'))
    const { entries, more } = await readSideSpace(this.#engine, {
      space: net,
      from,
      to: whole.to,
      ...limits,
    })
    const changes = entries.map(({ value }) => decodeNet(value).change).filter(isChange)
    return {
      changes: changes.map(({ key, before, after: now, atMs }) => {
        return { key, before, after: now, lastAtMs: atMs }
      }),
      next: more ? entries.at(-1)!.key.toString('base64') : undefined,
    }
  }
}

/** The mutations that drop what was collected: part of the transaction that ends the work. */
export function endNetChanges({ net }: NetState): readonly Mutation[] {
  return dropSideSpace(net)
}

/** What came and went within the window has left nothing. */
function isChange({ before, after }: Change): boolean {
  return before !== undefined || after !== undefined
}

/** Stored as a byte that says whether the end was met, then a change record. */
interface Net {
  readonly ended: boolean
  readonly change: Change
}

function encodeNet({ ended, change }: Net): Buffer {
  return Buffer.concat([Buffer.of(ended ? 1 : 0), encodeChange(change, 'both')])
}

function decodeNet(value: Buffer): Net {
  return { ended: value[0] === 1, change: decodeChange(value.subarray(1)) }
}

/**
 * From the first change since the start on, up to the first one after the end. Clocks differ, so
 * neither need be the first in the order of time.
 */
function foldChange(fromMs: number, isBeforeEnd: IsBefore) {
  return (value: Buffer | undefined, { lane, entry, change }: PassedChange): Buffer | undefined => {
    if (value === undefined && change.atMs < fromMs) return undefined
    const net = value === undefined ? undefined : decodeNet(value)
    if (net?.ended) return undefined
    if (!isBeforeEnd(lane, entry, change.atMs)) {
      return encodeNet({ ended: true, change: net?.change ?? unchanged(change) })
    }
    requireImages(change)
    const { before, atMs } = net?.change ?? change
    return encodeNet({
      ended: false,
      change: { ...change, before, atMs: Math.max(atMs, change.atMs) },
    })
  }
}

function unchanged(change: Change): Change {
  return { ...change, before: undefined, after: undefined }
}

function requireImages({ kind, before, after }: Change): void {
  const isWhole =
    (kind === 'insert' || before !== undefined) && (kind === 'remove' || after !== undefined)
  if (!isWhole) throw new PastUnavailable('not logged')
}
