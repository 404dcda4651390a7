/**
 * Keeps a record of every index build. The catalog has the truth about what is being built, and the
 * build's own cursor says where it continues: a record is for people, and may lag behind by a moment.
 */
import { decodeCursor, getCursor } from '../catalog/build-cursor.js'
import type { Catalog } from '../catalog/catalog.js'
import { isIndex, type Derived } from '../catalog/derived.js'
import type { Table } from '../catalog/table.js'
import type { BuildProgress } from '../items/builder.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { isEnded, type JobRecord } from './job-record.js'
import type { JobRecords, JobUpdate } from './job-records.js'
import { jobProgressIntervalMs } from './limits.js'

export interface BuildRecordsDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly records: JobRecords
  readonly clock: Clock
  readonly onBuilding?: ((table: Table, indexName: string, progress: number) => void) | undefined
}

export class BuildRecords {
  readonly #dependencies: BuildRecordsDependencies
  /** When each build that is under way was last recorded. */
  readonly #recordedAtMs = new Map<string, number>()

  constructor(dependencies: BuildRecordsDependencies) {
    this.#dependencies = dependencies
  }

  /** Records the end of a build always, and its progress from time to time. */
  async note({ table, derived, isBuilt }: BuildProgress, fence: Fence): Promise<void> {
    const { records, clock } = this.#dependencies
    const id = idOf(derived)
    const nowMs = clock.now()
    if (isBuilt) this.#recordedAtMs.delete(id)
    else if (nowMs < (this.#recordedAtMs.get(id) ?? -Infinity) + jobProgressIntervalMs) return
    else this.#recordedAtMs.set(id, nowMs)
    const outcome = isBuilt
      ? ({ state: 'done', progress: 1 } as const)
      : ({ state: 'running', progress: await this.#progressOf(derived) } as const)
    if (derived.kind === 'global') {
      this.#dependencies.onBuilding?.(table, derived.name, outcome.progress)
    }
    await records.save({ ...buildOf(table, derived), ...outcome, updatedAtMs: nowMs }, fence)
  }

  /** Ends the records of builds that are no longer under way, such as those of deleted indexes. */
  async endAbandoned(fence: Fence): Promise<void> {
    const { records, catalog, clock } = this.#dependencies
    for (const record of await records.list()) {
      if (record.kind !== 'index build' || isEnded(record)) continue
      const table = await catalog.loadTable(record.table, record.table.name)
      const end = endOf(record, table)
      if (end === undefined) continue
      this.#recordedAtMs.delete(record.id)
      await records.save({ ...record, ...end, updatedAtMs: clock.now() }, fence)
    }
  }

  /** Items are read in the order of their hashes, which are spread evenly. */
  async #progressOf(derived: Derived): Promise<number> {
    const [record] = await this.#dependencies.engine.read([getCursor(derived)])
    if (record === undefined) return 0
    const start = Buffer.alloc(6)
    decodeCursor(record).copy(start)
    return start.readUIntBE(0, 6) / 2 ** 48
  }
}

/** The space is never used again, so neither is the id. */
function idOf({ space }: Derived): string {
  return `build-${space}`
}

function buildOf(
  { account, region, name }: Table,
  derived: Derived,
): Pick<JobUpdate, 'id' | 'kind' | 'table' | 'subject'> {
  const subject = isIndex(derived) ? derived.name : 'items by expiry'
  return { id: idOf(derived), kind: 'index build', table: { account, region, name }, subject }
}

function endOf(
  { id }: JobRecord,
  table: Table | undefined,
): Pick<JobRecord, 'state' | 'progress' | 'reason'> | undefined {
  const derived = table?.derived.find((each) => idOf(each) === id)
  if (derived?.build !== undefined) return undefined
  if (derived !== undefined) return { state: 'done', progress: 1 }
  const what = table === undefined ? 'table' : 'index'
  return { state: 'failed', progress: 0, reason: `the ${what} was deleted during the build` }
}
