/**
 * The other end of a connection, read once: the system forgets its address when the connection is closed,
 * and all requests of a connection share the object.
 */
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import type { Peer } from './message.js'

const peers = new WeakMap<object, Peer>()

/** `socket` is plain or encrypted. */
export function peerOf(socket: Duplex): Peer {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const peer = readPeer(socket)
  peers.set(socket, peer)
  return peer
}

function readPeer(socket: Duplex & { readonly remoteAddress?: string }): Peer {
  const address =
    socket.remoteAddress === undefined ? undefined : plainAddress(socket.remoteAddress)
  const tls = 'encrypted' in socket ? tlsOf(socket as unknown as TLSSocket) : undefined
  return { address, tls, isGone: () => socket.destroyed }
}

/** The names are those of OpenSSL: `TLSv1.3`, `TLS_AES_256_GCM_SHA384`. */
function tlsOf(socket: TLSSocket): Peer['tls'] {
  // Undefined once the connection is closed.
  const cipher = socket.getCipher() as { readonly standardName?: string } | undefined
  return { version: socket.getProtocol() ?? '', cipher: cipher?.standardName ?? '' }
}

/**
 * A server that listens on all addresses of both kinds sees an IPv4 client as `::ffff:192.0.2.1`; policies
 * mean the address itself. The interface after a link-local address is no part of it.
 */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? address.replace(/%.*$/, '')
}
