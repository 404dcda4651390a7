/** Where a server listens, and how it is reached from this machine. */

export interface Address {
  readonly host: string
  readonly port: number
  /** For clients on this machine, even if the server listens on all addresses. */
  readonly url: string
}

export type Scheme = 'http' | 'https' | 'dax' | 'daxs'

export function addressOf(scheme: Scheme, host: string, port: number): Address {
  const name = callableName(host)
  return { host, port, url: `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}` }
}

function callableName(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** Whether the address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(host)
}
