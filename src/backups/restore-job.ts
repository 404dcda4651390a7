/**
 * Restores a table: puts the items of its origin into a new table, a page in each transaction, lets
 * the indexes be built and puts the table into service. What fails drops the table.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { FillingStep } from '../catalog/filled-tables.js'
import type { DescribedTable } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import { jobGuard, putJob } from '../jobs/job-record.js'
import { JobFailure, type JobStep, type LongJob } from '../jobs/long-job.js'
import type { Clock } from '../stdx/clock.js'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import type { Fence } from '../storage/fence.js'
import { indexesRestMs, itemsShareOfProgress, restoreStepPagesMax } from './limits.js'
import type { RestorePages } from './restore-pages.js'
import type { RestoreDetails, RestoreOrigin, RestoreRecord } from './restore-record.js'

export interface RestoreJobDependencies {
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  /** How each kind of origin is read. */
  readonly pages: {
    readonly [K in RestoreOrigin['kind']]: RestorePages<RestoreOrigin & { readonly kind: K }>
  }
  /** How many pages a step puts. */
  readonly stepPagesMax?: number
}

export class RestoreJob implements LongJob<RestoreDetails> {
  readonly kind = 'restore'
  readonly #dependencies: RestoreJobDependencies

  constructor(dependencies: RestoreJobDependencies) {
    this.#dependencies = dependencies
  }

  async step(
    given: RestoreRecord,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<JobStep<RestoreDetails>> {
    const table = await this.#requireTarget(given)
    let record = await this.#begun(given, fence)
    const { stepPagesMax = restoreStepPagesMax } = this.#dependencies
    for (let pages = 0; pages < stepPagesMax; pages++) {
      if (record.details.isRead) return this.#complete(table, record, fence)
      if (signal.aborted) break
      if (turnIsOver()) await nextTurn()
      record = await this.#putPage(table, record, fence)
    }
    return { record }
  }

  /** Drops the target and what the reading has left. */
  async clean({ details }: RestoreRecord, fence: Fence): Promise<void> {
    const { target, origin } = details
    await this.#dependencies.catalog.filled.abandon(
      target,
      fence,
      this.#pagesOf(origin).end(origin),
    )
  }

  #pagesOf(origin: RestoreOrigin): RestorePages<RestoreOrigin> {
    return this.#dependencies.pages[origin.kind]
  }

  async #requireTarget({ details }: RestoreRecord): Promise<DescribedTable> {
    const table = await this.#dependencies.catalog.filled.find(details.target)
    if (table === undefined)
      throw new JobFailure('TableNotFound', 'The table does not exist any more')
    return table
  }

  /** Does nothing after the first step. */
  async #begun(before: RestoreRecord, fence: Fence): Promise<RestoreRecord> {
    const { origin } = before.details
    const { updatedAtMs } = this.#advanced(before, {})
    const begunBy = (begun: RestoreOrigin): RestoreRecord => {
      return { ...this.#advanced(before, { origin: begun }), updatedAtMs }
    }
    const guarded = { ...fence, guards: [jobGuard(before), ...fence.guards] }
    const beginning = this.#pagesOf(origin).begin(origin, guarded, (begun) => [
      putJob(begunBy(begun)),
    ])
    return beginning === undefined ? before : begunBy(await beginning)
  }

  async #putPage(
    table: DescribedTable,
    before: RestoreRecord,
    fence: Fence,
  ): Promise<RestoreRecord> {
    const { details } = before
    const page = await this.#pagesOf(details.origin).next(details.origin, table, fence)
    const { items, progress } = page
    const bytes = items.reduce((sum, { stored }) => sum + stored.sizeBytes, details.bytes)
    const after = this.#advanced(
      before,
      { origin: page.origin, isRead: page.isLast, items: details.items + items.length, bytes },
      progress === undefined ? before.progress : progress * itemsShareOfProgress,
    )
    await this.#dependencies.items.fill(table, { items, ...stepTo(before, after, fence) })
    return after
  }

  /** Every item is there: waits for the indexes, then puts the table into service. */
  async #complete(
    table: DescribedTable,
    before: RestoreRecord,
    fence: Fence,
  ): Promise<JobStep<RestoreDetails>> {
    const { filled } = this.#dependencies.catalog
    if (table.building.length > 0) {
      if (table.filling?.itemsComplete) return { record: before, restMs: indexesRestMs }
      const record = this.#advanced(before, {}, itemsShareOfProgress)
      await filled.completeItems(table, stepTo(before, record, fence))
      return { record, restMs: indexesRestMs }
    }
    const { origin } = before.details
    const nowMs = this.#dependencies.clock.now()
    const end = { state: 'done', endedAtMs: nowMs } as const
    const record: RestoreRecord = { ...this.#advanced(before, {}, 1), ...end }
    const { mutations, fence: guarded } = stepTo(before, record, fence)
    const ended = [...mutations, ...this.#pagesOf(origin).end(origin)]
    await filled.finish(table, { fence: guarded, mutations: ended })
    return { record }
  }

  #advanced(
    before: RestoreRecord,
    details: Partial<RestoreDetails>,
    progress = before.progress,
  ): RestoreRecord {
    const updatedAtMs = this.#dependencies.clock.now()
    const state = 'running'
    return { ...before, state, details: { ...before.details, ...details }, progress, updatedAtMs }
  }
}

/** What a step writes beside its work, if nobody else has carried the job on. */
function stepTo(before: RestoreRecord, after: RestoreRecord, fence: Fence): FillingStep {
  const guards = [jobGuard(before), ...fence.guards]
  return { fence: { ...fence, guards }, mutations: [putJob(after)] }
}
