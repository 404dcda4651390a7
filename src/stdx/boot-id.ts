/** What Linux calls this start of the machine; undefined where there is no such name. */
import { readFileSync } from 'node:fs'

export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
