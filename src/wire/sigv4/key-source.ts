/** Where a verifier finds the secret of an access key, and whom it belongs to. */
import type { KeyLookup } from '../../iam/credentials.js'

export interface KeySource {
  /** A promise only if something has to be read. */
  find(accessKeyId: string, sessionToken: string | undefined): KeyLookup | Promise<KeyLookup>
}
