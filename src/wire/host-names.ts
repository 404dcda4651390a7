/**
 * Names that clients call a server by, as in a Host header and in the origin of a web page.
 *
 * DNS rebinding needs a name that a stranger's DNS server answers for: an IP address is not asked for
 * there, and some names never are, because they mean this machine or a network of one's own.
 */
import { isIP, isIPv6 } from 'node:net'
import { isLoopback } from './address.js'

const authority = /^(?:\[([\da-f:.]+)\]|([^\s:@/?#\\[\]]+))(?::\d*)?$/i

/** The name in `name:port`: lower case, without brackets and final dot. Undefined if it is malformed. */
export function hostNameOf(text: string): string | undefined {
  const [, bracketed, plain] = authority.exec(text) ?? []
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed.toLowerCase() : undefined
  return plain?.toLowerCase().replace(/\.$/, '')
}

export function meansThisMachine(name: string): boolean {
  return isLoopback(name) || name.endsWith('.localhost')
}

export function isAddress(name: string): boolean {
  return isIP(name) !== 0
}

/** Top-level names that the public DNS will never have. */
const privateEndings = ['.internal', '.local', '.test', '.home.arpa']

/** Names of containers, services and machines that only one's own network resolves: `db`, `db.internal`. */
export function isPrivateName(name: string): boolean {
  return !name.includes('.') || privateEndings.some((ending) => name.endsWith(ending))
}
