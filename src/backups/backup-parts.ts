/** The data files that a backup under way has so far: a large backup has too many for one record. */
import { backupPartKey, backupPartRange, type BackupId } from '../storage/backup-keys.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { walk } from '../storage/walk.js'
import type { BackupPart } from './backup-manifest.js'
import { partRecordsMax } from './limits.js'

const { record: kind, revision } = formatSteps.backups
const { encode, decode } = jsonRecordAt<BackupPart>(kind, revision)

export function putPart(id: BackupId, number: number, part: BackupPart): Mutation {
  const key = backupPartKey(id, number)
  return { kind: 'put', space: systemSpace, key, value: encode(part) }
}

/** In the order of their numbers. */
export async function* partsOf(engine: Engine, id: BackupId): AsyncGenerator<BackupPart> {
  const range = { space: systemSpace, ...backupPartRange(id), entriesMax: partRecordsMax }
  for await (const { value } of walk(engine, range)) yield decode(value)
}

export interface PartDeletions {
  readonly mutations: readonly Mutation[]
  /** Whether there are others. */
  readonly more: boolean
}

/** Deletes some of them. */
export async function partDeletions(engine: Engine, id: BackupId): Promise<PartDeletions> {
  const range = { space: systemSpace, ...backupPartRange(id), entriesMax: partRecordsMax }
  const [{ entries, more }] = await engine.read([{ kind: 'range', ...range }])
  const mutations = entries.map(({ key }): Mutation => {
    return { kind: 'delete', space: systemSpace, key }
  })
  return { mutations, more }
}
