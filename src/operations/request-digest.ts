/** A fingerprint of what a request asks for. It does not depend on the order of a client's maps. */
import { createHash } from 'node:crypto'

export function requestDigest(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content, membersInOrder)).digest()
}

function membersInOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}
