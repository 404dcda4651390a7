/**
 * The nodes of the cluster, as `endpoints` lists them. Clients connect to the addresses, never to the names, and compare
 * the list with the last one: it changes only if the nodes do.
 */
import { isIPv4, isIPv6 } from 'node:net'
import type { CborValue } from '../cbor/cbor-value.js'
import { success } from './answers.js'

export interface DaxNode {
  readonly id: number
  /** An IP address that clients can reach. */
  readonly address: string
  readonly port: number
  readonly isLeader: boolean
}

const [leader, replica] = [1, 2] as const
const zone = 'local-1a'
/** Changes when there is a new leader; clients only ask whether it has. */
const leaderSession = 1

export function nodesAnswer(nodes: readonly DaxNode[]): Buffer {
  const writer = success()
  writer.value(nodes.map(nodeValue))
  return writer.written()
}

function nodeValue({ id, address, port, isLeader }: DaxNode): CborValue {
  const role = isLeader ? leader : replica
  const fields = [id, address, addressBytes(address), port, role, zone, leaderSession]
  // A map by place: JavaScript's clients read a list as well, and Python's nothing else.
  return new Map(fields.entries())
}

/** The four or sixteen bytes of an IP address. */
export function addressBytes(address: string): Buffer {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address.replace(/%.*$/, '')
  if (isIPv4(plain)) return Buffer.from(plain.split('.').map(Number))
  return isIPv6(plain) ? longAddressBytes(plain) : Buffer.of(127, 0, 0, 1)
}

function longAddressBytes(address: string): Buffer {
  // In a URL it has hexadecimal groups only.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after === undefined || after === '' ? [] : after.split(':')
  const missing = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const bytes = Buffer.alloc(16)
  for (const [i, group] of [...first, ...missing, ...last].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * i)
  }
  return bytes
}
