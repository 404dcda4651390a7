/** Where a verifier finds the secret of an access key, and whom it belongs to. */
import type { Identity } from '../../model/caller.js'

export interface FoundKey {
  readonly secretAccessKey: string
  readonly identity: Identity
}

export type KeyAnswer = FoundKey | 'unknown' | 'bad-token' | 'expired-token'

export interface KeySource {
  /** A promise only if something has to be read. */
  find(accessKeyId: string, sessionToken: string | undefined): KeyAnswer | Promise<KeyAnswer>
}
