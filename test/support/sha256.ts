/** SHA-256 and its HMAC in the form that the SDK's signer wants. */
import { createHash, createHmac } from 'node:crypto'

interface Running {
  update(data: Uint8Array): unknown
  digest(): Uint8Array
}

export class Sha256 {
  readonly #running: Running

  constructor(secret?: unknown) {
    this.#running =
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array)
  }

  update(data: unknown): void {
    this.#running.update(data as Uint8Array)
  }

  async digest(): Promise<Uint8Array> {
    return this.#running.digest()
  }

  reset(): void {
    throw new Error('is not needed')
  }
}
