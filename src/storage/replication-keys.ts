/**
 * The keys of global tables: their records in the system space, and the versions of items in spaces of
 * their own. The prefixes are in `system-prefixes.ts` with all others.
 */
import type { Scope } from '../model/arn.js'
import type { SpaceId } from './engine.js'
import { terminatedPart } from './key-codec.js'
import { prefixEnd, spaceRecordKey, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

export function globalTableKey(groupId: string): Buffer {
  return Buffer.concat([Buffer.of(system.globalTable), Buffer.from(groupId)])
}

export function allGlobalTables(): KeyRange {
  return { from: Buffer.of(system.globalTable), to: Buffer.of(system.globalTable + 1) }
}

/** How far the member with these versions has read the changes of another member. */
export function replicaCursorKey(versions: SpaceId, sourceMemberId: string): Buffer {
  return Buffer.concat([cursorsOf(versions, 'own'), Buffer.from(sourceMemberId)])
}

/** All cursors of one member. */
export function replicaCursors(versions: SpaceId): KeyRange {
  const from = cursorsOf(versions, 'own')
  return { from, to: prefixEnd(from) }
}

/** How far a member elsewhere says that it has read the changes of the member with these versions. */
export function replicaReceiptKey(versions: SpaceId, readerMemberId: string): Buffer {
  return Buffer.concat([cursorsOf(versions, 'receipt'), Buffer.from(readerMemberId)])
}

export function replicaReceipts(versions: SpaceId): KeyRange {
  const from = cursorsOf(versions, 'receipt')
  return { from, to: prefixEnd(from) }
}

function cursorsOf(versions: SpaceId, kind: 'own' | 'receipt'): Buffer {
  const prefix = spaceRecordKey(system.replicaCursor, versions)
  return Buffer.concat([prefix, Buffer.of(kind === 'own' ? 0 : 1)])
}

/** Cursors and receipts of all members. */
export function allReplicaCursors(): KeyRange {
  return { from: Buffer.of(system.replicaCursor), to: Buffer.of(system.replicaCursor + 1) }
}

/** The space of versions that a cursor or receipt belongs to. */
export function versionsOfCursor(key: Buffer): SpaceId {
  return key.readUInt32BE(1)
}

/** The link of an account to the deployment that has a region. */
export function deploymentLinkKey({ account, region }: Scope): Buffer {
  return Buffer.concat([deploymentLinks(account).from, Buffer.from(region)])
}

/** All links of an account. */
export function deploymentLinks(account: string): KeyRange {
  const part = terminatedPart(Buffer.from(account))
  const from = Buffer.concat([Buffer.of(system.deploymentLink), part])
  return { from, to: prefixEnd(from) }
}

export interface ReplicationDirection {
  readonly groupId: string
  readonly fromRegion: string
  readonly toRegion: string
}

export function replicationControlKey(direction: ReplicationDirection): Buffer {
  const { groupId, fromRegion, toRegion } = direction
  const parts = [groupId, fromRegion].map((part) => terminatedPart(Buffer.from(part)))
  return Buffer.concat([Buffer.of(system.replicationControl), ...parts, Buffer.from(toRegion)])
}

/** The controls of one global table. */
export function replicationControls(groupId: string): KeyRange {
  const part = terminatedPart(Buffer.from(groupId))
  const from = Buffer.concat([Buffer.of(system.replicationControl), part])
  return { from, to: prefixEnd(from) }
}

/** The bound that later writes of the member with these versions exceed (`items/write/version-floor.ts`). */
export function versionFloorKey(versions: SpaceId): Buffer {
  return spaceRecordKey(system.versionFloor, versions)
}
