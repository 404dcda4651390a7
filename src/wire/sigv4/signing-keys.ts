/**
 * The keys that sign requests, derived from a secret for a day, a region and a service. They are kept,
 * because deriving one takes longer than verifying a signature with it.
 */
import type { Credential } from './credential.js'
import { hmac, SigningKey } from './hashes.js'
import { signingKeysMax } from './limits.js'

interface Derived {
  readonly credential: Credential
  readonly secretAccessKey: string
  readonly key: SigningKey
}

export class SigningKeys {
  /** By the text of the credential. The oldest come first. */
  readonly #derived = new Map<string, Derived>()

  get size(): number {
    return this.#derived.size
  }

  /** The credential with this text, if it has been checked before. */
  credentialOf(text: string): Credential | undefined {
    return this.#derived.get(text)?.credential
  }

  /** The credential must have been checked. */
  keyFor(text: string, credential: Credential, secretAccessKey: string): SigningKey {
    const known = this.#derived.get(text)
    // The same key id may get another secret.
    if (known?.secretAccessKey === secretAccessKey) return known.key
    const key = deriveKey(credential, secretAccessKey)
    this.#remember(text, { credential, secretAccessKey, key })
    return key
  }

  #remember(text: string, derived: Derived): void {
    if (this.#derived.size >= signingKeysMax) {
      const [oldest] = this.#derived.keys()
      this.#derived.delete(oldest!)
    }
    this.#derived.set(text, derived)
  }
}

function deriveKey({ day, region, service }: Credential, secretAccessKey: string): SigningKey {
  const ofDay = hmac(`AWS4${secretAccessKey}`, day)
  return new SigningKey(hmac(hmac(hmac(ofDay, region), service), 'aws4_request'))
}
