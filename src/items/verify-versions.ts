/**
 * Compares the versions of a member of a global table with its items: each is that of an item that is
 * there, or of a deleted one that is not. An item without a version is from before the table had other
 * regions.
 */
import type { Table } from '../catalog/table.js'
import type { ItemVersions } from '../model/table.js'
import type { Engine } from '../storage/engine.js'
import { wholeSpace } from '../storage/keyspace.js'
import { walkPages } from '../storage/walk.js'
import type { FaultList } from './fault-list.js'
import { decodeItemVersion, type ItemVersion } from './write/item-version.js'

const pageEntries = 500

export async function verifyVersions(
  engine: Engine,
  { name, space }: Table,
  versions: ItemVersions,
  faults: FaultList,
): Promise<void> {
  const all = { space: versions.space, ...wholeSpace(), entriesMax: pageEntries }
  for await (const page of walkPages(engine, all)) {
    const items = await engine.read(page.map(({ key }) => ({ kind: 'get', space, key }) as const))
    for (const [i, { value }] of page.entries()) {
      const fault = versionFault(readVersion(value), items[i] !== undefined)
      if (fault !== undefined) faults.add([`${name} versions: ${fault}`])
    }
  }
}

function readVersion(value: Buffer): ItemVersion | undefined {
  try {
    return decodeItemVersion(value)
  } catch {
    return undefined
  }
}

function versionFault(found: ItemVersion | undefined, isThere: boolean): string | undefined {
  if (found === undefined) return 'a version cannot be read'
  if (found.isDeleted !== isThere) return undefined
  return isThere
    ? 'the version of an item says that it was deleted'
    : 'a version is that of no item'
}
