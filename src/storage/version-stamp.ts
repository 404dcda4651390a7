/** The stored form of a version without its region: 6 bytes of milliseconds, 2 of the count. */
import type { VersionStamp } from '../model/version.js'

export const versionStampBytes = 8

export function writeVersionStamp(
  record: Buffer,
  offset: number,
  { ms, counter }: VersionStamp,
): void {
  record.writeUIntBE(ms, offset, 6)
  record.writeUInt16BE(counter, offset + 6)
}

export function readVersionStamp(record: Buffer, offset: number): VersionStamp {
  return { ms: record.readUIntBE(offset, 6), counter: record.readUInt16BE(offset + 6) }
}
