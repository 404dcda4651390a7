/**
 * The id by which AWS names a backup, an export or an import: when it was asked for, in milliseconds,
 * and eight random digits. In the order of their texts, tickets are in the order of time.
 */
import type { Random } from '../stdx/random.js'

const timeDigits = 14
const randomBytes = 4
const pattern = /^(\d{14})-[0-9a-f]{8}$/

export function newTicket(nowMs: number, random: Random): string {
  const digits = Buffer.from(random.bytes(randomBytes)).toString('hex')
  return `${String(nowMs).padStart(timeDigits, '0')}-${digits}`
}

/** Undefined if the text is not a ticket. */
export function timeOfTicket(text: string): number | undefined {
  const match = pattern.exec(text)
  return match === null ? undefined : Number(match[1])
}

/** AWS: what the service makes by itself has no random digits. */
export function systemTicket(nowMs: number): string {
  return `${String(nowMs).padStart(timeDigits, '0')}-00000000`
}
