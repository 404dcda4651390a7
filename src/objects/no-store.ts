/** Where there is no place for objects: whatever is asked, the answer says what to do about it. */
import { ObjectStoreError, type ObjectStore, type Uploads } from './object-store.js'

export class NoObjectStore implements ObjectStore {
  readonly #reason: string

  constructor(reason: string) {
    this.#reason = reason
  }

  readonly #refuse = async (): Promise<never> => {
    throw new ObjectStoreError('Unavailable', this.#reason)
  }

  readonly hasBucket = this.#refuse
  readonly createBucket = this.#refuse
  readonly deleteBucket = this.#refuse
  readonly listBuckets = this.#refuse
  readonly read = this.#refuse
  readonly stat = this.#refuse
  readonly write = this.#refuse
  readonly list = this.#refuse
  readonly remove = this.#refuse

  readonly uploads: Uploads = {
    begin: this.#refuse,
    writePart: this.#refuse,
    listParts: this.#refuse,
    complete: this.#refuse,
    abort: this.#refuse,
    list: this.#refuse,
  }

  async close(): Promise<void> {}
}
