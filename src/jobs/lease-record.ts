/**
 * What servers that share a database store about which of them does its background work.
 *
 * The lease names its holder and has a counter that the holder increments: a record that does not change
 * has lost its holder. The fence is a number that grows whenever the lease changes hands, and only then:
 * work done under it is refused once another server has the lease, and a renewal does not disturb it. By
 * the bell other servers tell the holder that there is work. Nothing here reads a clock.
 */
import { assert } from '../stdx/assert.js'
import { systemSpace, type Get, type Mutation } from '../storage/engine.js'
import { fencedBy, type Fence } from '../storage/fence.js'
import { currentFormat } from '../storage/format.js'
import { leaseBellKey, leaseFenceKey, leaseKey } from '../storage/keyspace.js'

/** A server shares the store with other servers; maintenance needs it exclusively. */
export type LeasePurpose = 'serving' | 'maintenance'

export interface LeaseRecord {
  readonly purpose: LeasePurpose
  /** 16 bytes, new whenever a server starts. */
  readonly holder: Uint8Array
  readonly counter: bigint
}

export const getLease: Get = { kind: 'get', space: systemSpace, key: leaseKey() }
/** Changes whenever a server rings. */
export const getBell: Get = { kind: 'get', space: systemSpace, key: leaseBellKey() }
export const getFence: Get = { kind: 'get', space: systemSpace, key: leaseFenceKey() }

export function putLease(record: LeaseRecord): Mutation {
  return { kind: 'put', space: systemSpace, key: leaseKey(), value: encodeLease(record) }
}

export const deleteLease: Mutation = { kind: 'delete', space: systemSpace, key: leaseKey() }

export function putFence(fence: bigint): Mutation {
  return { kind: 'put', space: systemSpace, key: leaseFenceKey(), value: encodeFence(fence) }
}

export function putBell(chance: Uint8Array): Mutation {
  const value = Buffer.concat([Buffer.of(currentFormat.lease), chance])
  return { kind: 'put', space: systemSpace, key: leaseBellKey(), value }
}

/** Holds until the lease changes hands. */
export function fenceOf(fence: bigint): Fence {
  return fencedBy({ space: systemSpace, key: leaseFenceKey(), value: encodeFence(fence) })
}

/** Revision (1 byte) | purpose (1) | holder (16) | counter (8). */
const holderBytes = 16
const counterOffset = 2 + holderBytes
const leaseBytes = counterOffset + 8
const purposes: readonly LeasePurpose[] = ['serving', 'maintenance']

function encodeLease({ purpose, holder, counter }: LeaseRecord): Buffer {
  assert(holder.length === holderBytes, 'a holder has 16 bytes', { length: holder.length })
  const bytes = Buffer.alloc(leaseBytes)
  bytes[0] = currentFormat.lease
  bytes[1] = purposes.indexOf(purpose)
  bytes.set(holder, 2)
  bytes.writeBigUInt64BE(counter, counterOffset)
  return bytes
}

export function decodeLease(bytes: Buffer): LeaseRecord {
  const purpose = purposes[bytes[1] ?? -1]
  const known = bytes[0] === currentFormat.lease && bytes.length === leaseBytes
  assert(known && purpose !== undefined, 'a lease of unknown form', { revision: bytes[0] })
  const holder = bytes.subarray(2, counterOffset)
  return { purpose, holder, counter: bytes.readBigUInt64BE(counterOffset) }
}

/** Revision (1 byte) | number (8). */
const fenceBytes = 9

function encodeFence(fence: bigint): Buffer {
  const bytes = Buffer.alloc(fenceBytes)
  bytes[0] = currentFormat.lease
  bytes.writeBigUInt64BE(fence, 1)
  return bytes
}

/** Zero if the lease was never taken. */
export function decodeFence(bytes: Buffer | undefined): bigint {
  if (bytes === undefined) return 0n
  const known = bytes[0] === currentFormat.lease && bytes.length === fenceBytes
  assert(known, 'a fence of unknown form', { revision: bytes[0] })
  return bytes.readBigUInt64BE(1)
}
