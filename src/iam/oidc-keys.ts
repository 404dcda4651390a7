/**
 * The public keys of identity providers, from a file: `{ "https://issuer": { "keys": [ … ] } }`, each value a
 * key set (JWKS) as the provider publishes it. This server never asks a provider itself.
 *
 * The file is read again when it has changed, so keys can be rotated while the server runs. A file that
 * cannot be read has no keys.
 */
import { readFile, stat } from 'node:fs/promises'
import { tokenKeyOf, type TokenKey } from './json-web-token.js'
import { oidcKeysFileBytesMax, oidcKeysPerIssuerMax } from './limits.js'

type KeysByIssuer = ReadonlyMap<string, readonly TokenKey[]>

interface ReadKeys {
  /** Of the file, as it was read. */
  readonly version: string
  readonly keys: KeysByIssuer
}

export class OidcKeys {
  readonly #file: string | undefined
  #read: ReadKeys | undefined

  /** Without a file there are no keys. */
  constructor(file: string | undefined) {
    this.#file = file
  }

  /** Undefined if there are none for the issuer. */
  async find(issuer: string): Promise<readonly TokenKey[] | undefined> {
    if (this.#file === undefined) return undefined
    try {
      const { mtimeMs, size } = await stat(this.#file)
      if (size > oidcKeysFileBytesMax) return undefined
      const version = `${mtimeMs} ${size}`
      if (this.#read?.version !== version) {
        this.#read = { version, keys: parseOidcKeys(await readFile(this.#file, 'utf8')) }
      }
      return this.#read.keys.get(issuer)
    } catch {
      return undefined
    }
  }
}

/** Throws if the text is not such a file. Keys of kinds that do not sign tokens are left out. */
export function parseOidcKeys(text: string): KeysByIssuer {
  const document: unknown = JSON.parse(text)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Error('the file of keys is no JSON object')
  }
  return new Map(Object.entries(document).map(([issuer, set]) => [issuer, keysIn(issuer, set)]))
}

function keysIn(issuer: string, set: unknown): readonly TokenKey[] {
  const keys: unknown = (set as { readonly keys?: unknown } | null)?.keys
  if (!Array.isArray(keys)) throw new Error(`the issuer ${issuer} has no list of keys`)
  return keys
    .slice(0, oidcKeysPerIssuerMax)
    .map(tokenKeyOf)
    .filter((key) => key !== undefined)
}
