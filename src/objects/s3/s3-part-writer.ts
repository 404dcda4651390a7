/** A part on its way to S3, as it comes: parts may be too large to wait in memory. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { ObjectInfo, ObjectWriter } from '../object-store.js'
import { fromS3 } from './s3-faults.js'

/** Sends what it reads; resolves with the etag. */
export type SendPart = (body: PassThrough) => Promise<string>

export class S3PartWriter implements ObjectWriter {
  readonly #key: string
  readonly #body = new PassThrough()
  readonly #sent: Promise<string>
  #bytes = 0
  #fault: unknown

  constructor(key: string, send: SendPart) {
    this.#key = key
    this.#body.on('error', () => undefined)
    this.#sent = send(this.#body)
    this.#sent.catch((error: unknown) => {
      this.#fault = error
      this.#body.destroy()
    })
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.length
    // Copied, since the caller may use its chunk again before it is sent.
    if (!this.#body.destroyed && !this.#body.write(Uint8Array.from(chunk))) await this.#drained()
    if (this.#body.destroyed) throw fromS3(this.#fault)
  }

  async finish(): Promise<ObjectInfo> {
    this.#body.end()
    try {
      const etag = await this.#sent
      return { key: this.#key, bytes: this.#bytes, etag, modifiedAtMs: Date.now() }
    } catch (error) {
      throw fromS3(error)
    }
  }

  async abort(): Promise<void> {
    this.#body.destroy(new Error('The part was aborted.'))
    await this.#sent.catch(() => undefined)
  }

  async #drained(): Promise<void> {
    const ended = new AbortController()
    const options = { signal: ended.signal }
    const waits = [once(this.#body, 'drain', options), once(this.#body, 'close', options)]
    await Promise.race(waits).finally(() => {
      ended.abort()
      for (const wait of waits) wait.catch(() => undefined)
    })
  }
}
