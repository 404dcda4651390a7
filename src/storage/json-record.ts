/**
 * Records that are a version byte and then JSON: how they are written, and which revisions of them can
 * be read. An unknown version byte is corruption or a newer server's data: it is refused, not guessed at.
 */
import { assert } from '../stdx/assert.js'
import { currentFormat } from './format.js'

export interface JsonRecord<T> {
  readonly encode: (value: T) => Buffer
  readonly decode: (bytes: Buffer) => T
}

/** Turns what an older revision holds into what is held today. */
export type OlderRevisions<T> = Readonly<Record<number, (stored: unknown) => T>>

/** A kind of record that has been there from the start. */
export function jsonRecord<T>(kind: keyof typeof currentFormat): JsonRecord<T> {
  return jsonRecordAt(kind, currentFormat[kind])
}

/** A kind of record that is written in a later revision and still read in older ones. */
export function jsonRecordAt<T>(
  kind: string,
  revision: number,
  older: OlderRevisions<T> = {},
): JsonRecord<T> {
  return {
    encode: (value) => Buffer.concat([Buffer.of(revision), Buffer.from(JSON.stringify(value))]),
    decode(bytes) {
      const stored = bytes[0]
      const upgrade = stored === revision ? undefined : older[stored ?? 0]
      const isKnown = stored === revision || upgrade !== undefined
      assert(isKnown, 'a stored record of unknown version', { kind, version: stored })
      const content: unknown = JSON.parse(bytes.toString('utf8', 1))
      return upgrade === undefined ? (content as T) : upgrade(content)
    },
  }
}
