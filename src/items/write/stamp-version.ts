/**
 * The version that a write gives its item, in a table that is a member of a global table. It is above the
 * stored one and above the member's bound, whatever the clock says, so nobody's own later write loses to
 * an earlier one, and no clock has to be remembered.
 *
 * A write that leaves the item as it was gets one too, and so does the deletion of an item that is not
 * there: otherwise it could lose to an earlier write that is still under way from another region.
 *
 * What expires gets the version right after the stored one: if another region has extended the item
 * meanwhile, that is later and wins.
 */
import type { Table } from '../../catalog/table.js'
import { nextVersion, successorOf, zeroVersion, type Version } from '../../model/version.js'
import type { Get, Mutation } from '../../storage/engine.js'
import type { Rewrite } from '../indexes/maintainer.js'
import { decodeItemVersion, getItemVersion, putItemVersion } from './item-version.js'
import { versionedEntry, type PreparedChange } from './record-change.js'
import { decodeVersionFloor, getVersionFloor } from './version-floor.js'

/** What a write of such a table reads: the version of its item, and the bound. */
export interface PreparedVersion {
  readonly version: Get
  readonly floor: Get
  /** Of the table. */
  readonly region: string
}

export interface StoredVersion {
  readonly version: Buffer | undefined
  readonly floor: Buffer | undefined
}

/** Undefined if the table is not a member. */
export function prepareVersion(
  { versions, region }: Table,
  itemKey: Buffer,
): PreparedVersion | undefined {
  if (versions === undefined) return undefined
  return { version: getItemVersion(versions, itemKey), floor: getVersionFloor(versions), region }
}

export function versionOf(record: Buffer | undefined): Version {
  return record === undefined ? zeroVersion : decodeItemVersion(record).version
}

/** The new version, and the record of the change with it. */
export function stampVersion(
  { version: get, region }: PreparedVersion,
  stored: StoredVersion,
  { change, before, after }: VersionedChange,
  atMs: number,
): readonly Mutation[] {
  const last = versionOf(stored.version)
  const version =
    change.origin === 'expiry'
      ? successorOf(last, region)
      : nextVersion(atMs, region, [last, decodeVersionFloor(stored.floor)])
  return [
    putItemVersion(get, version, after === undefined),
    versionedEntry(change, { before, after }, version, atMs),
  ]
}

export interface VersionedChange extends Pick<Rewrite, 'before' | 'after'> {
  readonly change: PreparedChange
}
