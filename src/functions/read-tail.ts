/** The last lines of files that are appended to, without reading more than fits into memory. */
import { open } from 'node:fs/promises'
import type { Tail } from '../triggers/trigger-reports.js'

export interface TailLimits {
  readonly linesMax: number
  readonly bytesMax: number
}

/** Of several files that continue each other, oldest first; those that do not exist are empty. */
export async function readTail(
  files: readonly string[],
  { linesMax, bytesMax }: TailLimits,
): Promise<Tail<string>> {
  const lines: string[] = []
  let hasEarlier = false
  let bytesLeft = bytesMax
  for (const file of files.toReversed()) {
    if (lines.length > linesMax || bytesLeft <= 0) {
      hasEarlier = true
      break
    }
    const { text, isWhole } = await endOf(file, bytesLeft)
    bytesLeft -= Buffer.byteLength(text)
    hasEarlier ||= !isWhole
    lines.unshift(...text.split('\n').filter((line) => line !== ''))
  }
  hasEarlier ||= lines.length > linesMax
  return { entries: lines.slice(-linesMax), hasEarlier }
}

async function endOf(
  file: string,
  bytesMax: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  let handle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', isWhole: true }
    throw error
  }
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, bytesMax)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const text = buffer.subarray(0, bytesRead).toString()
    if (length === size) return { text, isWhole: true }
    // The first line is cut off somewhere.
    return { text: text.slice(text.indexOf('\n') + 1), isWhole: false }
  } finally {
    await handle.close()
  }
}
