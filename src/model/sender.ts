/** Where a request comes from, for policies and the audit. */
export interface Sender {
  /** An IP address. Undefined for calls within the process. */
  readonly address?: string
  /** Whether it came over TLS. */
  readonly isSecure: boolean
  readonly tls?: { readonly version: string; readonly cipher: string }
  readonly userAgent?: string
  readonly referer?: string
}
