/**
 * A version that every later write of a member's own clients is above: so other members know that they have
 * seen everything up to it once they have read the log as it was when the bound was raised.
 *
 * Every write of the member reads it. It is a record of the system space, so that writers do not wait for
 * each other, and such records change only under an exclusive lock on a space that the writers write to
 * (`storage/postgres/write/write-work.ts`). A write that was decided below the new bound has therefore
 * committed before it is raised, or is decided again.
 */
import type { Table } from '../../catalog/table.js'
import type { ItemVersions } from '../../model/table.js'
import { isLater, zeroVersion, type Version } from '../../model/version.js'
import { assert } from '../../stdx/assert.js'
import { systemSpace, type Engine, type Get } from '../../storage/engine.js'
import type { Fence } from '../../storage/fence.js'
import { versionFloorKey } from '../../storage/replication-keys.js'
import { decodeItemVersion, putItemVersion } from './item-version.js'

export function getVersionFloor({ space }: ItemVersions): Get {
  return { kind: 'get', space: systemSpace, key: versionFloorKey(space) }
}

export function decodeVersionFloor(record: Buffer | undefined): Version {
  return record === undefined ? zeroVersion : decodeItemVersion(record).version
}

/** Returns the bound as it is then: it never falls. Throws `GuardBroken` if the table has changed. */
export function raiseVersionFloor(
  engine: Engine,
  { versions, guard }: Table,
  floor: Version,
  fence: Fence,
): Promise<Version> {
  assert(versions !== undefined, 'only a member of a global table has a bound of versions')
  const get = getVersionFloor(versions)
  return engine.transact({
    guards: [guard, ...fence.guards],
    exclusive: [versions.space],
    reads: [get],
    decide: ([record]) => {
      const current = decodeVersionFloor(record)
      if (!isLater(floor, current)) return { mutations: [], result: current }
      return { mutations: [putItemVersion(get, floor, false), ...fence.mutations], result: floor }
    },
  })
}
