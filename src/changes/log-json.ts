/** The stored form of what is known of a change log: a version byte, then JSON. */
import { assert } from '../stdx/assert.js'
import { currentFormat } from '../storage/format.js'

export function encodeChangeLogJson(value: unknown): Buffer {
  return Buffer.concat([Buffer.of(currentFormat.changeLog), Buffer.from(JSON.stringify(value))])
}

export function decodeChangeLogJson(bytes: Buffer): unknown {
  assert(bytes[0] === currentFormat.changeLog, 'a change log record of unknown version', {
    version: bytes[0],
  })
  return JSON.parse(bytes.toString('utf8', 1))
}
