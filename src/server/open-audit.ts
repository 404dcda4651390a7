/** The audit of a server, written to its file. Loaded only if there is one. */
import { tableNameIn } from '../model/arn.js'
import type { Caller } from '../model/caller.js'
import { Auditor, gapLine } from '../operations/audit/auditor.js'
import { auditCollectMs, auditRetryMs, auditWaitingBytesMax } from '../operations/audit/limits.js'
import type { Database } from '../operations/database.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { RollingFile } from '../stdx/rolling-file.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

export interface OpenedAudit {
  readonly auditor: Auditor
  /** Writes what is waiting. */
  close(): Promise<void>
}

export type AuditFile = Pick<RollingFile, 'write' | 'close'>

/** Throws `CannotStart` if it cannot be written. */
export async function openAuditFile(
  settings: Pick<Settings, 'auditFileMb' | 'auditFiles'> & { readonly auditFile: string },
  clock: Clock,
  log: Log,
): Promise<AuditFile> {
  const { auditFile: path, auditFileMb, auditFiles: filesMax } = settings
  const file = new RollingFile({
    ...{ path, filesMax, bytesMax: auditFileMb * 1024 * 1024 },
    waitingBytesMax: auditWaitingBytesMax,
    collectMs: auditCollectMs,
    retryMs: auditRetryMs,
    ...{ clock, log },
    gapLine: (dropped) => gapLine(clock, dropped),
  })
  await file.check().catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(`The audit file ${path} cannot be written: ${code}.`, error)
  })
  return file
}

/** Whatever is recorded goes to `shared`, if there is one. */
export async function openAudit(
  settings: Settings & { readonly auditFile: string },
  { catalog, clock }: Pick<Database, 'catalog' | 'clock'>,
  log: Log,
  shared?: AuditFile,
): Promise<OpenedAudit> {
  const { auditData: data } = settings
  const file = shared ?? (await openAuditFile(settings, clock, log))
  const keysOf = (caller: Caller, nameOrArn: string): readonly string[] | undefined => {
    const name = tableNameIn(caller, nameOrArn)
    const table = name === undefined ? undefined : catalog.tableAtHand(caller, name)
    return table === undefined ? undefined : keyNames(table.keySchema)
  }
  const write = (line: string): void => file.write(line)
  const auditor = new Auditor({ data, write, keysOf, clock, random: systemRandom, log })
  return { auditor, close: () => file.close() }
}

interface KeyAttributes {
  readonly partition: { readonly name: string }
  readonly sort?: { readonly name: string } | undefined
}

function keyNames({ partition, sort }: KeyAttributes): readonly string[] {
  return sort === undefined ? [partition.name] : [partition.name, sort.name]
}
