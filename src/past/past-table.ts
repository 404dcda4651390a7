/**
 * A table as it was at a point: its present items, with what has been changed since undone.
 *
 * The old image of the first change after the point says what an item was. These images are collected
 * in a space beside the table, by reading the log on. A page of items is read together with the heads
 * of the log; once everything up to these heads is collected, an item of the page without an old image
 * has not changed since the point. So the pages are right however much is written meanwhile, and nobody
 * has to wait for them: no snapshot is held, and no more than a page is in memory.
 *
 * All that must be remembered is a `PastState`, plain JSON, which whoever does this work keeps in its
 * record. Collecting the same changes again does no harm, since only the first one of an item counts: so
 * a state may be stored after the step that it comes from, and another server may continue from an
 * older one.
 *
 *     const state = await past.begin(source, point, fence, (state) => [putJob({ …state })])
 *     while (!done) { state = step.state … }        collect(), until it is caught up: for progress
 *     page(state, cursor, limits, fence)            until there is no next one
 *     endPast(state)                                with the mutations that end the work
 */
import type { Engine, Mutation, RangePage, SpaceId } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { keyAfter, wholeSpace, itemKey, type KeyRange } from '../storage/keyspace.js'
import { decodeLog, getLog, laneHeads, logGuard, readHeads } from '../changes/change-log.js'
import { staleTableRetriesMax } from '../catalog/limits.js'
import { staleTablePause } from '../catalog/stale-table-pause.js'
import { itemRecordOf } from '../items/item-record.js'
import type { Item } from '../model/item.js'
import { passFromPoint } from './begin-pass.js'
import { placeOfItems, type FindDeparted, type PastSource } from './items-place.js'
import { catchUpStepsMax } from './limits.js'
import { logMoment, readOn, type LogMoment, type LogPass, type PassedChange } from './log-pass.js'
import { mergePage, type PastItem } from './merge-page.js'
import { isBeforePoint, type PastPoint } from './past-point.js'
import { PastUnavailable } from './past-unavailable.js'
import { createSideSpace, dropSideSpace, foldInto, readSideSpace } from './side-space.js'

export interface PastState {
  readonly source: PastSource
  /** The space of the old images. */
  readonly undo: SpaceId
  /** Absent for the last state of a table. */
  readonly way?: {
    readonly point: PastPoint
    readonly pass: LogPass
  }
}

export interface CollectStep {
  readonly state: PastState
  readonly caughtUp: boolean
}

export interface PastPageLimits {
  /** A page has at most twice as many items, and bytes. */
  readonly entriesMax: number
  readonly bytesMax: number
}

export interface PastPage {
  readonly state: PastState
  /** In the order of their keys. There may be none although more follow. */
  readonly items: readonly PastItem[]
  /** What to pass for the next page; undefined if this is the last. */
  readonly next: string | undefined
}

export class PastTable {
  readonly #engine: Engine
  readonly #findDeparted: FindDeparted
  /** Whether nobody writes to any table, so that each is at its last state. */
  readonly isStill: boolean

  constructor(engine: Engine, findDeparted: FindDeparted, { isStill = false } = {}) {
    this.#engine = engine
    this.#findDeparted = findDeparted
    this.isStill = isStill
  }

  /**
   * `store` returns what is to be written with the new state, so that no space is left behind by a
   * crash. Without a point it is the last state of a table that was deleted, or that nobody writes to.
   */
  async begin(
    source: PastSource,
    point: PastPoint | undefined,
    fence: Fence,
    store: (state: PastState) => readonly Mutation[],
  ): Promise<PastState> {
    const way = point && { point, pass: await passFromPoint(this.#engine, point) }
    const stateWith = (undo: SpaceId): PastState => ({ source, undo, way })
    const beside = { label: `${source.name} past`, owner: source.id }
    const undo = await createSideSpace(this.#engine, beside, fence, (space) =>
      store(stateWith(space)),
    )
    return stateWith(undo)
  }

  /** Reads the log on by one bounded step. */
  async collect(state: PastState, fence: Fence): Promise<CollectStep> {
    if (state.way === undefined) return { state, caughtUp: true }
    return this.#collectTo(state, await logMoment(this.#engine, state.way.pass.log), fence)
  }

  /** The items after those of the page that returned `after`. */
  async page(
    state: PastState,
    after: string | undefined,
    limits: PastPageLimits,
    fence: Fence,
  ): Promise<PastPage> {
    const whole = wholeSpace()
    const from = after === undefined ? whole.from : keyAfter(Buffer.from(after, 'base64'))
    const { present, moment } = await this.#readPresent(state, { ...whole, from }, limits)
    const { state: reached, caughtUp } = await this.#catchUp(state, moment, fence)
    if (!caughtUp) return { state: reached, items: [], next: after ?? '' }
    const to = present.more ? keyAfter(present.entries.at(-1)!.key) : whole.to
    const range = { space: state.undo, from, to, ...limits }
    const { items, last } = mergePage(present, await readSideSpace(this.#engine, range))
    return { state: reached, items, next: last?.toString('base64') }
  }

  /** Present items, and the log at the same moment. */
  async #readPresent(
    { source, way }: PastState,
    range: KeyRange,
    limits: PastPageLimits,
  ): Promise<{ readonly present: RangePage; readonly moment: LogMoment | undefined }> {
    const items = { kind: 'range', space: source.space, ...range, ...limits } as const
    for (let attempt = 0; ; attempt++) {
      const place = await placeOfItems(this.#engine, source, this.#findDeparted)
      const log = way?.pass.log
      const isFinal = place.isFinal || this.isStill
      if (!isFinal && (log === undefined || place.log !== log)) {
        throw new PastUnavailable('not logged')
      }
      try {
        if (log === undefined) {
          const [present] = await this.#engine.read([items], [place.guard])
          return { present, moment: undefined }
        }
        const [present, record, heads] = await this.#engine.read(
          [items, getLog(log), readHeads(log)],
          [place.guard, logGuard(log)],
        )
        return { present, moment: { log: decodeLog(record!), heads: laneHeads(heads) } }
      } catch (error) {
        if (!(error instanceof GuardBroken)) throw error
        if (attempt >= staleTableRetriesMax) throw error
        // Either the table has changed, or its log is gone, which this tells.
        if (log !== undefined) await logMoment(this.#engine, log)
        await staleTablePause(attempt + 1)
      }
    }
  }

  async #catchUp(
    state: PastState,
    moment: LogMoment | undefined,
    fence: Fence,
  ): Promise<CollectStep> {
    let step: CollectStep = { state, caughtUp: moment === undefined }
    for (let i = 0; i < catchUpStepsMax && !step.caughtUp; i++) {
      step = await this.#collectTo(step.state, moment!, fence)
    }
    return step
  }

  async #collectTo(state: PastState, moment: LogMoment, fence: Fence): Promise<CollectStep> {
    const { source, undo, way } = state
    const { point } = way!
    const { pass, changes, done } = await readOn(this.#engine, way!.pass, moment)
    const isBefore = isBeforePoint(point)
    const found = changes
      .filter(({ lane, entry, change }) => !isBefore(lane, entry, change.atMs))
      .map((passed) => ({ key: keyOfChange(source, passed), found: passed }))
    await foldInto(this.#engine, { space: undo, fence }, found, keepFirst)
    return { state: { ...state, way: { point, pass } }, caughtUp: done }
  }
}

/** The mutations that drop what was collected: part of the transaction that ends the work. */
export function endPast({ undo }: PastState): readonly Mutation[] {
  return dropSideSpace(undo)
}

export function keyOfChange({ keySchema }: PastSource, { change }: PassedChange): Buffer {
  const json = Buffer.from(change.key.json).toString('utf8')
  return itemKey(keySchema, JSON.parse(json) as Item)
}

/** Nothing stands for an item that did not exist. */
function keepFirst(before: Buffer | undefined, { change }: PassedChange): Buffer | undefined {
  if (before !== undefined) return undefined
  if (change.kind === 'insert') return Buffer.alloc(0)
  if (change.before === undefined) throw new PastUnavailable('not logged')
  return itemRecordOf(change.before.json, change.before.sizeBytes)
}
