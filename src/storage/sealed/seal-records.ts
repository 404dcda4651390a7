/**
 * What is stored about encryption, in the system space: the wrapped data key of each owner, with the
 * spaces that it seals, and for each sealed space whose key that is. A seal never changes as long as its
 * space exists; a space without one is not sealed.
 */
import type { DataKeyOwner, WrappedKey } from '../../keys/master-keys.js'
import { systemSpace, type Engine, type Get, type Mutation, type SpaceId } from '../engine.js'
import { formatSteps } from '../format.js'
import { jsonRecordAt } from '../json-record.js'
import { prefixEnd, spaceRecordKey, type KeyRange } from '../keyspace.js'
import { system } from '../system-prefixes.js'

export interface DataKeyRecord {
  readonly owner: DataKeyOwner
  readonly wrapped: WrappedKey
  /** The record goes with the last of them. */
  readonly spaces: readonly SpaceId[]
  /** The table has chosen its master key, so nobody else changes it. */
  readonly isChosen?: true
  /** Only in the record of the store itself: every record that has to be sealed is. */
  readonly recordsSealed?: true
}

/** A key that a table names counts as chosen only if it has wrapped: without a service it is described. */
export function choiceOf(
  wrapped: WrappedKey,
  masterKey: string | undefined,
): Pick<DataKeyRecord, 'wrapped' | 'isChosen'> {
  const isChosen = wrapped.by === 'kms' && wrapped.masterKey === masterKey
  return { wrapped, isChosen: isChosen ? true : undefined }
}

export interface SpaceSeal {
  readonly owner: DataKeyOwner
  /** 32 random bytes in base64. They go with the space, and nothing opens its values without them. */
  readonly salt: string
}

/** The owner of the key that the records of the database itself are sealed with. */
export const storeOwner: DataKeyOwner = 'store'

const { record, revision } = formatSteps.sealedSpaces
const dataKeys = jsonRecordAt<DataKeyRecord>(record, revision)
const seals = jsonRecordAt<SpaceSeal>(record, revision)

function dataKeyKey(owner: DataKeyOwner): Buffer {
  return Buffer.concat([Buffer.of(system.dataKey), Buffer.from(owner)])
}

export function getDataKey(owner: DataKeyOwner): Get {
  return { kind: 'get', space: systemSpace, key: dataKeyKey(owner) }
}

export function putDataKey(dataKey: DataKeyRecord): Mutation {
  const key = dataKeyKey(dataKey.owner)
  return { kind: 'put', space: systemSpace, key, value: dataKeys.encode(dataKey) }
}

export function deleteDataKey(owner: DataKeyOwner): Mutation {
  return { kind: 'delete', space: systemSpace, key: dataKeyKey(owner) }
}

export const decodeDataKey = dataKeys.decode

export function allDataKeys(): KeyRange {
  return { from: Buffer.of(system.dataKey), to: prefixEnd(Buffer.of(system.dataKey)) }
}

export function getSpaceSeal(space: SpaceId): Get {
  return { kind: 'get', space: systemSpace, key: spaceRecordKey(system.spaceSeal, space) }
}

export function putSpaceSeal(space: SpaceId, seal: SpaceSeal): Mutation {
  const { key } = getSpaceSeal(space)
  return { kind: 'put', space: systemSpace, key, value: seals.encode(seal) }
}

export function deleteSpaceSeal(space: SpaceId): Mutation {
  return { kind: 'delete', space: systemSpace, key: getSpaceSeal(space).key }
}

export const decodeSpaceSeal = seals.decode

/** Whether a store has been encrypted: then it can be opened with its keys only. */
export async function isSealedStore(engine: Engine): Promise<boolean> {
  const [found] = await engine.read([getDataKey(storeOwner)])
  return found !== undefined
}
