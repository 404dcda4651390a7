/**
 * `gramme export`: a table as it is, in AWS's layout of exports, whether or not recovery is on for it.
 * ExportTableToPointInTime's job writes it, from a store to which nobody writes meanwhile.
 */
import type { Catalog } from '../catalog/catalog.js'
import { servesItems, stateOf } from '../catalog/life-cycle.js'
import type { DescribedTable } from '../catalog/table.js'
import { JobDesk } from '../jobs/job-desk.js'
import { runLongJob } from '../jobs/run-long-job.js'
import type { Scope } from '../model/arn.js'
import { PastTable } from '../past/past-table.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import type { ExportDetails, ExportFormat, ExportRecord } from '../transfers/export-details.js'
import { ExportJob } from '../transfers/export-job.js'
import type { DataProgress } from './backup-data.js'
import { CannotStart } from './cannot-start.js'
import type { GrammeOptions } from './gramme-options.js'
import { openCatalog } from './open-database.js'
import { refuseStore } from './refused-tables.js'
import { withStillStore, type StillStore } from './still-store.js'
import { cannotTransfer, openTarget, type TransferPlace } from './transfer-place.js'

export interface ExportDataWish extends Partial<Scope> {
  readonly table: string
  /** A folder or `s3://bucket/prefix`. */
  readonly to: string
  readonly format: ExportFormat
  readonly onProgress?: (progress: DataProgress) => void
}

export interface ExportReport {
  readonly itemCount: number
  /** The path or address of the summary. */
  readonly manifest: string
}

export async function exportData(
  options: GrammeOptions,
  wish: ExportDataWish,
): Promise<ExportReport> {
  try {
    return await withStillStore(options, (engine, still) => exportFrom(engine, still, wish))
  } catch (error) {
    throw cannotTransfer(error)
  }
}

async function exportFrom(
  engine: Engine,
  { settings, held }: StillStore,
  wish: ExportDataWish,
): Promise<ExportReport> {
  const catalog = openCatalog(engine, settings, { onRefused: refuseStore })
  const table = await findTable(catalog, wish)
  const place = await openTarget(wish.to, settings.s3Endpoint)
  try {
    const parts = { engine, clock: systemClock, random: systemRandom }
    const { fence } = held
    const past = new PastTable(engine, async () => undefined, { isStill: true })
    const job = new ExportJob({ ...parts, catalog, past, objects: objectsIn(place) })
    const desk = new JobDesk(parts)
    const { account, region, name } = table
    const record = desk.draft({
      kind: 'export',
      table: { account, region, name },
      subject: place.title,
      details: detailsOf(table, place, wish.format),
    })
    await desk.start({ record, guards: fence.guards, mutations: fence.mutations })
    const onStep = await progressOf(catalog, table, wish)
    const { details } = await runLongJob(job, record, { engine, fence, onStep })
    await held.requireHeld()
    const { itemCount, manifest } = details.outcome!
    return { itemCount, manifest: place.locate(manifest) }
  } finally {
    await place.store.close()
  }
}

/** By name, in any account and region that is not ruled out. */
async function findTable(
  catalog: Catalog,
  { table: name, account, region }: ExportDataWish,
): Promise<DescribedTable> {
  const found: DescribedTable[] = []
  const nowMs = systemClock.now()
  for await (const table of catalog.allTables()) {
    if (table.name !== name || !servesItems(stateOf(table, nowMs))) continue
    if (account !== undefined && table.account !== account) continue
    if (region !== undefined && table.region !== region) continue
    found.push(table)
  }
  const [table, another] = found
  if (table === undefined) throw new CannotStart(`There is no table ${name}.`, undefined)
  if (another === undefined) return table
  const places = found.map((each) => `${each.account} in ${each.region}`).join(', ')
  throw new CannotStart(
    `There are several tables ${name}, of the accounts ${places}: choose one with --account and --region.`,
    undefined,
  )
}

/** The job knows the bucket by the name that its manifest shows. */
function objectsIn({ store, bucket }: TransferPlace) {
  return {
    write: (_title: string, key: string) => store.write(bucket, key),
  }
}

function detailsOf(
  { arn, id }: DescribedTable,
  { title, prefix }: TransferPlace,
  format: ExportFormat,
): ExportDetails {
  const extent = { kind: 'full', atMs: systemClock.now(), isNamed: false, isNow: true } as const
  return {
    tableArn: arn,
    tableId: id,
    destination: { bucket: title, encryption: 'AES256', ...(prefix !== '' && { prefix }) },
    format,
    extent,
  }
}

/** Items are in the order of their hashes, so the part of the bytes is that of the hashes. */
async function progressOf(
  catalog: Catalog,
  table: DescribedTable,
  { onProgress }: ExportDataWish,
): Promise<(record: ExportRecord) => void> {
  const { bytes } = (await catalog.totals(table)).table
  return ({ progress: fraction, details }) => {
    const files = details.work?.files ?? []
    const items = files.reduce((sum, { itemCount }) => sum + itemCount, 0)
    onProgress?.({ items, bytes: bytes * fraction, fraction })
  }
}
