/**
 * Whom a limit for an address is about. A host of IPv6 has 2^64 addresses to choose from, so they count as
 * one.
 */
import { isIPv6 } from 'node:net'

const hostParts = 4

export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const parts = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return `${parts.slice(0, 8 - hostParts).join(':')}::/64`
}
