/**
 * Headers that keep pages to themselves: no script and no style but the console's own, nothing from elsewhere, nothing
 * to elsewhere, and no frame around it.
 */
import type { Random } from '../stdx/random.js'

/** The name of style elements that scripts of the page may add; another one for each answer. */
export function nonceOf(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('base64url')
}

/** Asked for again each time, since it names the files of the present build. */
export function pageHeaders(nonce: string): readonly string[] {
  return ['Cache-Control', 'no-cache', 'Content-Security-Policy', policyOf(nonce), ...guarding]
}

/** Editor and overlays add style elements, and are given the nonce. A form is never sent by the browser itself. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export interface FileFacts {
  readonly etag?: string | undefined
  readonly coding?: string | undefined
  /** Whether it is named after its content. */
  readonly isHashed?: boolean
}

export function fileHeaders({ etag, coding, isHashed = false }: FileFacts): readonly string[] {
  const headers = ['Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache']
  headers.push('Vary', 'Accept-Encoding', 'Content-Security-Policy', "default-src 'none'")
  if (etag !== undefined) headers.push('ETag', etag)
  if (coding !== undefined) headers.push('Content-Encoding', coding)
  return [...headers, ...guarding]
}

const guarding = [
  'Referrer-Policy',
  'no-referrer',
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]
