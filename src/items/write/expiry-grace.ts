/**
 * Which region of a global table deletes an item that has expired: the one that wrote it last does so at
 * once, and the deletion travels like any other. The others delete it only if that has not come for a
 * while: so, as a rule, one stream has the deletion as the service's.
 */
import type { Table } from '../../catalog/table.js'
import { expiredSecondsAt } from '../../model/expiry.js'
import type { Engine, Entry } from '../../storage/engine.js'
import { expiryRange, itemKeyOfExpiry } from '../../storage/expiry-keys.js'
import { expiryGraceMs } from '../limits.js'
import { getItemVersion } from './item-version.js'
import { versionOf } from './stamp-version.js'

/**
 * How long after its expiry an item is deleted here, given its version. One without a version was written
 * here, before the table had other regions.
 */
export function graceOf({ region }: Table, version: Buffer | undefined): number {
  if (version === undefined) return 0
  return versionOf(version).region === region ? 0 : expiryGraceMs
}

/**
 * The listed items that need not be left to other regions, by a look at their versions alone: while no
 * deletions come from there, those that are waiting are listed again and again.
 */
export async function notWaiting(
  engine: Engine,
  table: Table,
  listed: readonly Entry[],
  expiredAtMs: number,
): Promise<readonly Entry[]> {
  const { versions, guard } = table
  if (versions === undefined) return listed
  const { from, to } = expiredSecondsAt(expiredAtMs - expiryGraceMs)
  const overdue = expiryRange(from, to).to
  const isYoung = listed.map(({ key }) => key.compare(overdue) >= 0)
  const young = listed.filter((_, i) => isYoung[i])
  const gets = young.map(({ key }) => getItemVersion(versions, itemKeyOfExpiry(key)))
  const found = await engine.read(gets, [guard])
  const waiting = new Set(young.filter((_, i) => graceOf(table, found[i]) > 0))
  return waiting.size === 0 ? listed : listed.filter((entry) => !waiting.has(entry))
}
