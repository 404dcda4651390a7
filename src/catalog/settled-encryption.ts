/** A table without a change of its encryption that is over, so that every clock agrees that it is. */
import { encryptionChangeAt, type EncryptionState } from './rules/encryption-changes.js'

/** Returns the same object if nothing is over. */
export function settledEncryption<T extends EncryptionState>(table: T, nowMs: number): T {
  const { encryptionChanges } = table
  if (encryptionChanges?.underWay === undefined) return table
  if (encryptionChangeAt(table, nowMs) !== undefined) return table
  const { underWay: _over, ...counts } = encryptionChanges
  return { ...table, encryptionChanges: counts }
}
