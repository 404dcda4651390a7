/**
 * Keeps a record of every index build. The catalog has the truth about what is being built, and the build's own cursor says
 * where it continues.
 */
import { decodeCursor, getCursor } from '../catalog/build-cursor.js'
import type { Catalog } from '../catalog/catalog.js'
import { isIndex, type Derived } from '../catalog/derived.js'
import type { Table } from '../catalog/table.js'
import type { BuildProgress } from '../items/builder.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import type { JobRecord } from './job-record.js'
import type { JobRecords } from './job-records.js'
import { ProgressNotes, workDone, type NotedWork, type WorkEnd } from './progress-notes.js'

export interface BuildRecordsDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly records: JobRecords
  readonly clock: Clock
  readonly onBuilding?: ((table: Table, indexName: string, progress: number) => void) | undefined
}

export class BuildRecords {
  readonly #engine: Engine
  readonly #catalog: Catalog
  readonly #notes: ProgressNotes
  readonly #onBuilding: BuildRecordsDependencies['onBuilding']

  constructor(dependencies: BuildRecordsDependencies) {
    this.#engine = dependencies.engine
    this.#catalog = dependencies.catalog
    this.#notes = new ProgressNotes(dependencies)
    this.#onBuilding = dependencies.onBuilding
  }

  /** Records the end of a build always, and its progress from time to time. */
  async note({ table, derived, isBuilt }: BuildProgress, fence: Fence): Promise<void> {
    const build = buildOf(table, derived)
    if (!isBuilt && !this.#notes.isDue(build.id)) return
    const progress = isBuilt ? 1 : await this.#progressOf(derived)
    if (derived.kind === 'global') this.#onBuilding?.(table, derived.name, progress)
    if (isBuilt) await this.#notes.end(build, workDone, fence)
    else await this.#notes.note(build, progress, fence)
  }

  /** Ends the records of builds that are no longer under way, such as those of deleted indexes. */
  endAbandoned(fence: Fence): Promise<void> {
    const found = async (record: JobRecord) =>
      endOf(record, await this.#catalog.loadTable(record.table, record.table.name))
    return this.#notes.endAbandoned('index build', found, fence)
  }

  /** Items are read in the order of their hashes, which are spread evenly. */
  async #progressOf(derived: Derived): Promise<number> {
    const [record] = await this.#engine.read([getCursor(derived)])
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

function buildOf({ account, region, name }: Table, derived: Derived): NotedWork {
  const subject = isIndex(derived) ? derived.name : 'items by expiry'
  return { id: idOf(derived), kind: 'index build', table: { account, region, name }, subject }
}

function endOf({ id }: JobRecord, table: Table | undefined): WorkEnd | undefined {
  const derived = table?.derived.find((each) => idOf(each) === id)
  if (derived?.build !== undefined) return undefined
  if (derived !== undefined) return workDone
  const what = table === undefined ? 'table' : 'index'
  return { state: 'failed', progress: 0, reason: `the ${what} was deleted during the build` }
}
