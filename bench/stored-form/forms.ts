/**
 * The contenders for the stored form of an item. All carry the same header (a byte for the format
 * version, four for the item's size), so that they differ only in the form itself.
 */
import { createRequire } from 'node:module'
import { deserialize, serialize } from 'node:v8'
import type { Item } from '../../src/model/item.js'
import { binaryToJson, decodeBinary, encodeBinary } from './binary-form.js'

export interface StoredForm {
  readonly name: string
  /** The size is known before an item is stored, since the limit on it was checked. */
  write(item: Item, sizeBytes: number): Buffer
  readItem(stored: Buffer): Item
  /** The body of a GetItem answer. */
  readAnswer(stored: Buffer): Buffer
}

const headerBytes = 5
const formatVersion = 1

export function storedForms(): readonly StoredForm[] {
  return [wireJson, v8Serialize, ...messagePack(), handWritten]
}

const answerHead = Buffer.from('{"Item":')
const answerTail = Buffer.from('}')

const wireJson: StoredForm = {
  name: 'wire JSON',
  write(item, sizeBytes) {
    const json = JSON.stringify(item)
    const stored = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(json))
    stored.write(json, headerBytes, 'utf8')
    return withHeader(stored, sizeBytes)
  },
  readItem: (stored) => JSON.parse(stored.toString('utf8', headerBytes)) as Item,
  readAnswer: (stored) => Buffer.concat([answerHead, stored.subarray(headerBytes), answerTail]),
}

const v8Serialize: StoredForm = {
  name: 'v8.serialize',
  write: (item, sizeBytes) => prefixed(serialize(item), sizeBytes),
  readItem: (stored) => deserialize(stored.subarray(headerBytes)) as Item,
  readAnswer: (stored) => answerOf(deserialize(stored.subarray(headerBytes))),
}

const handWritten: StoredForm = {
  name: 'hand-written binary',
  write: (item, sizeBytes) => withHeader(encodeBinary(item, headerBytes), sizeBytes),
  readItem: (stored) => decodeBinary(stored, headerBytes),
  readAnswer: (stored) => Buffer.from(`{"Item":${binaryToJson(stored, headerBytes)}}`),
}

interface MessagePack {
  readonly pack: (value: unknown) => Buffer
  readonly unpack: (bytes: Uint8Array) => unknown
}

/** Gramme does not depend on msgpackr; lmdb may, so it is measured only if lmdb installed it. */
function messagePack(): readonly StoredForm[] {
  const library = findMessagePack()
  if (library === undefined) return []
  const { pack, unpack } = library
  return [
    {
      name: 'msgpackr',
      write: (item, sizeBytes) => prefixed(pack(item), sizeBytes),
      readItem: (stored) => unpack(stored.subarray(headerBytes)) as Item,
      readAnswer: (stored) => answerOf(unpack(stored.subarray(headerBytes))),
    },
  ]
}

function findMessagePack(): MessagePack | undefined {
  try {
    return createRequire(import.meta.resolve('lmdb'))('msgpackr') as MessagePack
  } catch {
    return undefined
  }
}

function prefixed(payload: Buffer, sizeBytes: number): Buffer {
  const stored = Buffer.allocUnsafe(headerBytes + payload.length)
  payload.copy(stored, headerBytes)
  return withHeader(stored, sizeBytes)
}

function withHeader(stored: Buffer, sizeBytes: number): Buffer {
  stored[0] = formatVersion
  stored.writeUInt32BE(sizeBytes, 1)
  return stored
}

function answerOf(item: unknown): Buffer {
  return Buffer.from(`{"Item":${JSON.stringify(item)}}`)
}
