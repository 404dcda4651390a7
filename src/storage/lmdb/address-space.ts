/**
 * How much address space LMDB's file gets when it is opened.
 *
 * The binding begins with a small map and makes a larger one each time the file outgrows it. It keeps the old ones,
 * and what was read through each of them counts as resident once more. With room to grow there is one map; address
 * space that nothing is read from costs nothing. A process whose address space is limited keeps the small map:
 * the binding crashes if it does not get what it asks for.
 */
import { readFileSync } from 'node:fs'
import { mapBytes } from './limits.js'

export function mapOptions(): { readonly mapSize?: number } {
  return hasUnlimitedAddresses(processLimits()) ? { mapSize: mapBytes } : {}
}

export function hasUnlimitedAddresses(limits: string): boolean {
  return /^Max address space +unlimited/m.test(limits)
}

/** Empty where the system does not say. */
function processLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
