/**
 * The version of an item as it is stored beside it (`model/version.ts`), from its first write or delete
 * in a table with other regions on. That of a deleted item stays: an older write that arrives later must not
 * bring the item back.
 *
 * | bytes | content |
 * | --- | --- |
 * | 0 | version of the form |
 * | 1 | 1 if the item was deleted, else 0 |
 * | 2–9 | the version's time and count |
 * | 10– | the region |
 */
import type { ItemVersions } from '../../model/table.js'
import type { Version } from '../../model/version.js'
import { assert } from '../../stdx/assert.js'
import type { Get, Mutation } from '../../storage/engine.js'
import { formatSteps } from '../../storage/format.js'
import {
  readVersionStamp,
  versionStampBytes,
  writeVersionStamp,
} from '../../storage/version-stamp.js'

export interface ItemVersion {
  readonly version: Version
  readonly isDeleted: boolean
}

const { revision } = formatSteps.globalTables
const stampOffset = 2
const regionOffset = stampOffset + versionStampBytes

export function getItemVersion({ space }: ItemVersions, itemKey: Uint8Array): Get {
  return { kind: 'get', space, key: itemKey }
}

export function encodeItemVersion({ version, isDeleted }: ItemVersion): Buffer {
  const region = Buffer.from(version.region)
  const record = Buffer.allocUnsafe(regionOffset + region.length)
  record[0] = revision
  record[1] = isDeleted ? 1 : 0
  writeVersionStamp(record, stampOffset, version)
  record.set(region, regionOffset)
  return record
}

export function decodeItemVersion(record: Buffer): ItemVersion {
  assert(record[0] === revision, 'an item version of unknown form', { form: record[0] })
  const isWhole = record.length >= regionOffset && record[1]! <= 1
  assert(isWhole, 'an item version is whole', { length: record.length })
  const region = record.toString('utf8', regionOffset)
  return {
    version: { ...readVersionStamp(record, stampOffset), region },
    isDeleted: record[1] === 1,
  }
}

export function putItemVersion(
  { space, key }: Get,
  version: Version,
  isDeleted: boolean,
): Mutation {
  return { kind: 'put', space, key, value: encodeItemVersion({ version, isDeleted }) }
}
