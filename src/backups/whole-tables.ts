/**
 * Backs up and restores tables of a store that nobody else uses, for commands: no log is needed, because
 * nothing changes meanwhile, and no job, because a command that was interrupted is run again.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import { Builder } from '../items/builder.js'
import { filledItem } from '../items/fill.js'
import type { Items } from '../items/items.js'
import { StoredItem } from '../items/stored-item.js'
import { tableArn } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { wholeSpace } from '../storage/keyspace.js'
import { noPart } from '../storage/transaction-part.js'
import { walkPagesAhead } from '../storage/walk.js'
import type { BackupPart } from './backup-manifest.js'
import { backupFolder, type BackupPlace } from './backup-place.js'
import { BackupReader } from './backup-reader.js'
import { PartWriter, writeManifest } from './backup-writer.js'
import {
  backupPageBytesMax,
  backupPageEntriesMax,
  restorePageBytesMax,
  restorePageItemsMax,
} from './limits.js'
import { savedTable, type SavedTable } from './saved-table.js'
import type { BackedUpTable } from './server-manifest.js'

/** Called with what was done since the last call. */
export type TableProgress = (items: number, bytes: number) => void

export interface BackupRun {
  readonly ticket: string
  readonly createdAtMs: number
}

export async function backUpTable(
  engine: Engine,
  place: BackupPlace,
  table: DescribedTable,
  { ticket, createdAtMs, onProgress }: BackupRun & { readonly onProgress: TableProgress },
): Promise<BackedUpTable> {
  const { account, region, name } = table
  const backup = { account, region, tableName: name, ticket }
  const folder = backupFolder(backup)
  const parts: BackupPart[] = []
  let [itemCount, itemBytes] = [0, 0]
  let part: PartWriter | undefined
  try {
    for await (const page of walkPagesAhead(engine, { space: table.space, ...pageOfItems })) {
      let bytes = 0
      for (const { key, value } of page) {
        const stored = StoredItem.fromRecord(value, key, table)
        part ??= await PartWriter.begin(place, folder, parts.length + 1)
        await part.add(stored.json)
        bytes += stored.sizeBytes
        if (!part.isFull) continue
        parts.push(await part.finish())
        part = undefined
      }
      itemCount += page.length
      itemBytes += bytes
      onProgress(page.length, bytes)
    }
    if (part !== undefined) parts.push(await part.finish())
  } catch (error) {
    await part?.abort().catch(() => undefined)
    throw error
  }
  const named = { ...backup, name: `gramme-${ticket}`, createdAtMs }
  const head = { backup: named, table: savedTable(table), itemCount, itemBytes }
  const manifestSha256 = await writeManifest(place, folder, head, parts)
  return { account, region, name, folder, manifestSha256, itemCount, itemBytes }
}

const pageOfItems = {
  ...wholeSpace(),
  entriesMax: backupPageEntriesMax,
  bytesMax: backupPageBytesMax,
}

/** What a table that is being restored by a command belongs to, so that the next run begins it again. */
const commandJob = 'gramme restore'

export interface WholeRestoreTarget {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  readonly log: Log
  readonly fence: Fence
}

/** Restores a table with all its settings. It is CREATING until all of it is there. */
export async function restoreWholeTable(
  target: WholeRestoreTarget,
  place: BackupPlace,
  { folder, manifestSha256 }: BackedUpTable,
  onProgress: TableProgress,
): Promise<void> {
  const { catalog, fence } = target
  const reader = await BackupReader.open(place, folder, { manifestSha256 })
  const saved = reader.manifest.table
  await dropInterrupted(target, saved)
  const sourceTableArn = tableArn(saved, saved.name)
  const restoresMs = reader.manifest.backup.createdAtMs
  const filling = { kind: 'restore', sourceTableArn, restoresMs, jobId: commandJob } as const
  const table = await catalog.filled.insert({
    draft: draftOf(saved),
    filling,
    beside: noPart,
  })
  for (let part = 0; part < reader.partCount; part++) {
    for await (const batch of reader.itemsOf(part)) await put(target, table, batch, onProgress)
  }
  const complete = await catalog.filled.completeItems(table, { fence, mutations: [] })
  const built = await buildAll(target, complete)
  await catalog.filled.finish(built, { fence, mutations: [] })
  await applySettings(target, saved)
}

/** Whether a table of that name exists that is not a leftover of this command. */
export async function isNameTaken(catalog: Catalog, table: BackedUpTable): Promise<boolean> {
  const found = await catalog.loadTable(table, table.name)
  return found !== undefined && found.filling?.jobId !== commandJob
}

async function dropInterrupted({ catalog, fence }: WholeRestoreTarget, table: SavedTable) {
  const found = await catalog.loadTable(table, table.name)
  if (found?.filling?.jobId === commandJob) await catalog.filled.abandon(found, fence, [])
}

async function put(
  { items, fence }: WholeRestoreTarget,
  table: DescribedTable,
  batch: readonly StoredItem[],
  onProgress: TableProgress,
): Promise<void> {
  for (let at = 0; at < batch.length;) {
    let [end, bytes] = [at, 0]
    while (end < batch.length && end - at < restorePageItemsMax && bytes < restorePageBytesMax) {
      bytes += batch[end++]!.sizeBytes
    }
    const filled = batch.slice(at, end).map((stored) => filledItem(table, stored))
    await items.fill(table, { items: filled, fence, mutations: [] })
    onProgress(end - at, bytes)
    at = end
  }
}

async function buildAll(
  target: WholeRestoreTarget,
  table: DescribedTable,
): Promise<DescribedTable> {
  const builder = new Builder(target)
  while ((await builder.step(table, target.fence)) !== Infinity);
  return (await target.catalog.filled.find(table))!
}

/** All but what needs items to be there first. */
function draftOf(saved: SavedTable): TableDraft {
  const { id: _id, createdAtMs: _created, timeToLive: _ttl, ...draft } = saved
  const { pointInTimeRecovery: _recovery, ...rest } = draft
  return rest
}

async function applySettings(
  { catalog, clock }: WholeRestoreTarget,
  saved: SavedTable,
): Promise<void> {
  const { account, region, name, timeToLive, pointInTimeRecovery } = saved
  if (timeToLive === undefined && pointInTimeRecovery === undefined) return
  const nowMs = clock.now()
  await catalog.changeSetting({ account, region }, name, (definition) => ({
    ...definition,
    ...(timeToLive && { timeToLive }),
    // What was logged before was not kept.
    ...(pointInTimeRecovery && {
      pointInTimeRecovery: {
        enabledAtMs: nowMs,
        notBeforeMs: nowMs,
        periodDays: pointInTimeRecovery.periodDays,
      },
    }),
  }))
}
