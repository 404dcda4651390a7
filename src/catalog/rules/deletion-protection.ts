/** Changes of a table's protection from deletion. AWS: one in fifteen seconds. */
import { ServiceError } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { UpdateMoment } from './update-moment.js'

type Protection = Pick<TableDefinition, 'deletionProtection' | 'protectionChangedAtMs'>

/** AWS: what a table has anyway is refused, too, soon after a change; later it is accepted and is none. */
export function changedProtection(
  { name, deletionProtection, protectionChangedAtMs }: Protection & Pick<TableDefinition, 'name'>,
  asked: boolean | undefined,
  { nowMs, protectionIntervalMs = 0 }: Pick<UpdateMoment, 'nowMs' | 'protectionIntervalMs'>,
): Protection {
  const before = { deletionProtection, protectionChangedAtMs }
  if (asked === undefined) return before
  const sinceMs = nowMs - (protectionChangedAtMs ?? -Infinity)
  // A clock that was set back makes nobody wait.
  if (sinceMs >= 0 && sinceMs < protectionIntervalMs) {
    throw changedTooSoon(name, protectionIntervalMs, nowMs - sinceMs + protectionIntervalMs)
  }
  if (asked === deletionProtection || protectionIntervalMs === 0) {
    return { ...before, deletionProtection: asked }
  }
  return { deletionProtection: asked, protectionChangedAtMs: nowMs }
}

/** AWS: the time has no zone here, unlike that for policies. */
function changedTooSoon(name: string, intervalMs: number, againAtMs: number): ServiceError {
  const until = new Date(againAtMs).toISOString().replace('Z', '')
  return new ServiceError(
    'ThrottlingException',
    `Deletion protection setting for table ${name} modified within the previous ${intervalMs} milliseconds. Please try again after ${until}`,
  )
}
