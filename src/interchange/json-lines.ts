/**
 * Lines of DynamoDB JSON. An item is stored as its wire JSON, so a line is made of stored bytes and
 * nothing is parsed.
 */
import type { ItemJson } from '../model/item-json.js'
import type { ChangeLine } from './change-line.js'

export function jsonItemLine({ bytes }: ItemJson): Buffer {
  return Buffer.concat([itemStart, bytes, lineEnd])
}

const itemStart = Buffer.from('{"Item":')
const lineEnd = Buffer.from('}\n')

export function jsonChangeLine(change: ChangeLine<ItemJson>): Buffer {
  // AWS: the time is a typed number, whatever the guide shows.
  const start = `{"Metadata":{"WriteTimestampMicros":{"N":"${change.writtenAtMicros}"}},"Keys":`
  const parts = [Buffer.from(start), change.keys.bytes]
  if (change.oldImage !== undefined) parts.push(oldImageStart, change.oldImage.bytes)
  if (change.newImage !== undefined) parts.push(newImageStart, change.newImage.bytes)
  return Buffer.concat([...parts, lineEnd])
}

const oldImageStart = Buffer.from(',"OldImage":')
const newImageStart = Buffer.from(',"NewImage":')
