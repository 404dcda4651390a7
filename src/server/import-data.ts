/**
 * `gramme import`: a new table from files, in a store that no server uses. ImportTable's job reads them,
 * so what it refuses and counts is the same.
 */
import { requireServiceOperation } from '../api/services.js'
import type { ImportTableInput } from '../api/generated/dynamodb-types.js'
import type { Catalog } from '../catalog/catalog.js'
import { Items } from '../items/items.js'
import { JobDesk } from '../jobs/job-desk.js'
import { JobRecords } from '../jobs/job-records.js'
import type { StoreLock } from '../jobs/maintenance.js'
import { dropJob, runLongJob } from '../jobs/run-long-job.js'
import type { Scope } from '../model/arn.js'
import type { KeyAttribute } from '../model/key-schema.js'
import { readImport } from '../operations/dynamodb/imports/read-import.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { formatSteps, raiseFormat } from '../storage/format.js'
import {
  newImportDetails,
  type ImportDetails,
  type ImportWish,
} from '../transfers/import-details.js'
import { ImportJob } from '../transfers/import-job.js'
import type { DataProgress } from './backup-data.js'
import { CannotStart } from './cannot-start.js'
import { withStore } from './copy-data.js'
import type { GrammeOptions } from './gramme-options.js'
import { ImportedFiles, type RefusedRecord } from './imported-files.js'
import { createLog } from './log.js'
import { openCatalog } from './open-database.js'
import { readOptions, type Settings } from './options.js'
import { refuseStore } from './refused-tables.js'
import { isInUse } from './still-store.js'
import { cannotTransfer, openSource } from './transfer-place.js'

export interface ImportDataWish extends Scope {
  readonly table: string
  /** A file, a folder or `s3://bucket/prefix`. */
  readonly from: string
  readonly format: ImportDetails['format']
  /** If it is not given, the ending of the first file tells. */
  readonly compression?: ImportDetails['compression']
  readonly key: KeyAttribute
  readonly sortKey?: KeyAttribute
  readonly delimiter?: string
  readonly header?: readonly string[]
  readonly onProgress?: (progress: DataProgress) => void
}

export interface ImportReport {
  readonly imported: number
  readonly errors: number
  /** The first ones. */
  readonly refused: readonly RefusedRecord[]
}

/** By which a job is known as one of this command, so that the next run begins again. */
const commandToken = 'gramme import'

export async function importData(
  options: GrammeOptions,
  wish: ImportDataWish,
): Promise<ImportReport> {
  const settings = readOptions(options)
  const place = await openSource(wish.from, settings.s3Endpoint).catch((error: unknown) => {
    throw cannotTransfer(error)
  })
  try {
    const files = await ImportedFiles.find(place)
    const asked = readWish(wish, files)
    return await withStore(settings, 'any', (engine, held) =>
      importInto({ engine, held, settings }, asked, { files, wish }),
    )
  } catch (error) {
    if (isInUse(error)) throw inUse(settings, error)
    throw cannotTransfer(error)
  } finally {
    await place.store.close()
  }
}

function inUse({ dataDir }: Settings, error: unknown): CannotStart {
  return new CannotStart(
    `A server uses the data folder ${dataDir}: stop it, or call ImportTable of the running server.`,
    error,
  )
}

/** As if a client had asked ImportTable for it. Throws AWS's sentences. */
function readWish(wish: ImportDataWish, files: ImportedFiles): ImportWish {
  const { table, format, key, sortKey, delimiter, header } = wish
  const keys = [key, ...(sortKey === undefined ? [] : [sortKey])]
  const input: ImportTableInput = {
    ClientToken: commandToken,
    S3BucketSource: { S3Bucket: 'files' },
    InputFormat: format,
    InputCompressionType: wish.compression ?? files.compression,
    ...((delimiter ?? header) !== undefined && {
      InputFormatOptions: { Csv: { Delimiter: delimiter, HeaderList: header?.slice() } },
    }),
    TableCreationParameters: {
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map(({ name, type }) => ({
        AttributeName: name,
        AttributeType: type,
      })),
      KeySchema: keys.map(({ name }, i) => ({
        AttributeName: name,
        KeyType: i === 0 ? 'HASH' : 'RANGE',
      })),
    },
  }
  requireServiceOperation('dynamodb.ImportTable').checkConstraints(input)
  const { account, region } = wish
  const read = readImport(input, { caller: { account, region }, clock: systemClock })
  // No bucket has such a name, so a server that finds the job after a crash fails it and drops its table.
  return { ...read, source: { bucket: files.address, prefix: files.prefix } }
}

interface Target {
  readonly engine: Engine
  readonly held: StoreLock
  readonly settings: Settings
}

async function importInto(
  { engine, held, settings }: Target,
  asked: ImportWish,
  { files, wish }: { readonly files: ImportedFiles; readonly wish: ImportDataWish },
): Promise<ImportReport> {
  await raiseFormat(engine, [formatSteps.itemChecksums])
  const { fence } = held
  const catalog = openCatalog(engine, { tableTransitionMs: 0 }, { onRefused: refuseStore })
  const items = new Items(engine, systemClock)
  const parts = { engine, clock: systemClock, random: systemRandom }
  const log = createLog(settings.logLevel)
  const job = new ImportJob({ ...parts, catalog, items, log, objects: files })
  const desk = new JobDesk(parts)
  await requireFree(catalog, asked, (id) => dropInterrupted(job, id, { engine, fence }))
  const { account, region, name } = asked.draft
  const record = desk.draft({
    kind: 'import',
    table: { account, region, name },
    subject: files.address,
    details: newImportDetails(asked, catalog.filled.newId()),
  })
  await desk.start({ record, guards: fence.guards, mutations: fence.mutations })
  const ended = await runLongJob(job, record, {
    engine,
    fence,
    onStep: ({ details }) =>
      wish.onProgress?.({ items: details.counts.imported, ...files.progress() }),
  })
  await held.requireHeld()
  const { imported, errors } = ended.details.counts
  return { imported, errors, refused: await files.refused() }
}

/** `drop` is called with the job of a table that is being filled. */
async function requireFree(
  catalog: Catalog,
  { draft }: ImportWish,
  drop: (jobId: string) => Promise<void>,
): Promise<void> {
  const found = await catalog.loadTable(draft, draft.name)
  if (found?.filling !== undefined) await drop(found.filling.jobId)
  if ((await catalog.loadTable(draft, draft.name)) === undefined) return
  throw new CannotStart(`There is a table ${draft.name} already.`, undefined)
}

/** Only what an earlier run of this command has left. */
async function dropInterrupted(
  job: ImportJob,
  id: string,
  run: Parameters<typeof dropJob<ImportDetails>>[2],
): Promise<void> {
  const record = await new JobRecords(run.engine).find(id)
  const details = record?.kind === 'import' ? (record.details as ImportDetails) : undefined
  if (details?.clientToken === commandToken) await dropJob(job, { id }, run)
}
