/**
 * The files of the built pages. Nothing is read before somebody asks for it; what was read is kept for as long as the
 * file is the same, so that many readers share one copy.
 *
 * Files that compress well exist only compressed, as `name.gz` and, if they are large, as `name.br`.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

export interface PageFile {
  readonly body: Buffer
  readonly coding?: 'br' | 'gzip'
  readonly etag: string
}

interface KeptFile {
  readonly version: string
  readonly body: Promise<Buffer>
}

/** A name in the folder or in one below it; no name leads out of it. */
const fileName = /^(?:[a-z\d][\w-]*\/)?[\w-]+(?:\.[\w-]+)+$/i

export class PageFiles {
  readonly #folder: URL
  readonly #kept = new Map<string, KeptFile>()

  constructor(folder: URL) {
    this.#folder = folder
  }

  /** Undefined if there is no such file. */
  async find(name: string, acceptEncoding = ''): Promise<PageFile | undefined> {
    if (!fileName.test(name)) return undefined
    if (accepts(acceptEncoding, 'br')) {
      const body = await this.#read(`${name}.br`)
      if (body !== undefined) return { body, coding: 'br', etag: etagOf(body) }
    }
    const zipped = await this.#read(`${name}.gz`)
    if (zipped === undefined) return this.#plain(name)
    const etag = etagOf(zipped)
    if (accepts(acceptEncoding, 'gzip')) return { body: zipped, coding: 'gzip', etag }
    return { body: await inflate(zipped), etag: `"plain-${etag.slice(1)}` }
  }

  async #plain(name: string): Promise<PageFile | undefined> {
    const body = await this.#read(name)
    return body && { body, etag: etagOf(body) }
  }

  async #read(name: string): Promise<Buffer | undefined> {
    const path = new URL(name, this.#folder)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() !== true) {
      this.#kept.delete(name)
      return undefined
    }
    const version = `${found.mtimeMs} ${found.size}`
    const kept = this.#kept.get(name)
    if (kept?.version === version) return kept.body
    const body = readFile(path)
    this.#kept.set(name, { version, body })
    body.catch(() => this.#kept.delete(name))
    return body
  }
}

const inflate = promisify<Buffer, Buffer>(gunzip)

/** A browser names what it takes; a weight of zero refuses. */
function accepts(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .some(([name, weight]) => name === coding && !/^q=0(?:\.0*)?$/.test(weight ?? ''))
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
