/**
 * The target of a request line: usually a path with a query, and a whole address if a proxy is asked.
 * The address then says which host is meant, and the Host header may only repeat it.
 */
import { hostNameOf } from '../host-names.js'

export interface RequestTarget {
  /** Path and query. */
  readonly url: string
  /** Host and port of a whole address. */
  readonly authority: string | undefined
}

export function readTarget(target: string): RequestTarget {
  if (target.startsWith('/')) return { url: target, authority: undefined }
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? []
  if (authority === undefined) return { url: target, authority }
  return { url: rest.startsWith('/') ? rest : `/${rest}`, authority }
}

/** Ports may differ: a proxy need not know the one that it forwards to. */
export function namesSameHost(authority: string, host: string): boolean {
  return hostNameOf(authority) !== undefined && hostNameOf(authority) === hostNameOf(host)
}
