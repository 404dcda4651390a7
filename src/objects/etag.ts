/** The MD5 that tells one content of an object from another. Not a safeguard against anybody. */
import { createHash } from 'node:crypto'

export class EtagDigest {
  readonly #md5 = createHash('md5')
  bytes = 0

  add(chunk: Uint8Array): void {
    this.#md5.update(chunk)
    this.bytes += chunk.length
  }

  etag(): string {
    return this.#md5.digest('hex')
  }
}

/** AWS: of an object that came in parts. */
export function etagOfParts(etags: readonly string[]): string {
  const md5 = createHash('md5')
  for (const etag of etags) md5.update(Buffer.from(etag, 'hex'))
  return `${md5.digest('hex')}-${etags.length}`
}
