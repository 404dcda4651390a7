/**
 * Master keys that the server is given: by a file, or by an environment variable. The first is the
 * current one, which new data keys are wrapped by; the others only open what they have wrapped.
 *
 * The text is one key a line, each 32 bytes in base64. Blank lines, and lines that begin with #, are
 * ignored. A key is known by its fingerprint, which says nothing about it.
 */
import { createHmac } from 'node:crypto'
import type { Random } from '../stdx/random.js'
import { masterKeysMax } from './limits.js'
import { KeyFault, type DataKeyOwner, type MasterKeys, type WrappedKey } from './master-keys.js'
import { unwrapKey, wrapKey } from './wrapping.js'

const masterKeyBytes = 32

export interface LocalKey {
  readonly id: string
  readonly secret: Buffer
}

/** The text is not a list of keys. The message never repeats any of it. */
export class KeysUnreadable extends Error {
  override readonly name = 'KeysUnreadable'
}

export class LocalKeys implements MasterKeys {
  readonly #random: Random
  #keys: readonly LocalKey[]

  constructor(keys: readonly LocalKey[], random: Random) {
    this.#keys = keys
    this.#random = random
  }

  /** In the order of the file: the first one is current. */
  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id)
  }

  /** For a file that has changed. */
  replaceBy(keys: readonly LocalKey[]): void {
    this.#keys = keys
  }

  async wrap(dataKey: Uint8Array, owner: DataKeyOwner): Promise<WrappedKey> {
    const current = this.#keys[0]
    if (current === undefined) throw missing('none')
    const bytes = wrapKey(current.secret, dataKey, owner, this.#random).toString('base64')
    return { by: 'local', masterKey: current.id, bytes }
  }

  async unwrap({ masterKey, bytes }: WrappedKey, owner: DataKeyOwner): Promise<Buffer> {
    const found = this.#keys.find(({ id }) => id === masterKey)
    if (found === undefined) throw missing(masterKey)
    const dataKey = unwrapKey(found.secret, Buffer.from(bytes, 'base64'), owner)
    if (dataKey === undefined) {
      throw new KeyFault('not usable', `The data key of ${owner} is damaged.`)
    }
    return dataKey
  }

  isCurrent({ by, masterKey }: WrappedKey): boolean {
    return by === 'local' && masterKey === this.#keys[0]?.id
  }
}

function missing(masterKey: string): KeyFault {
  return new KeyFault('missing', `The server does not have the master key ${masterKey}.`)
}

/** Throws `KeysUnreadable`; `where` starts the sentence. */
export function readLocalKeys(text: string, where: string): readonly LocalKey[] {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw new KeysUnreadable(`${where} has no master key.`)
  if (lines.length > masterKeysMax) {
    throw new KeysUnreadable(`${where} has more than ${masterKeysMax} master keys.`)
  }
  const keys = lines.map((line, i) => readKey(line, `Key ${i + 1} of ${where}`))
  const ids = new Set(keys.map(({ id }) => id))
  if (ids.size < keys.length) throw new KeysUnreadable(`${where} has a master key twice.`)
  return keys
}

function readKey(line: string, where: string): LocalKey {
  const secret = Buffer.from(line, 'base64')
  if (secret.length !== masterKeyBytes || secret.toString('base64') !== line) {
    throw new KeysUnreadable(`${where} is not 32 bytes in base64.`)
  }
  return { id: fingerprint(secret), secret }
}

/** A new key as a line of the text. */
export function newLocalKey(random: Random): { readonly id: string; readonly line: string } {
  const secret = Buffer.from(random.bytes(masterKeyBytes))
  return { id: fingerprint(secret), line: secret.toString('base64') }
}

function fingerprint(secret: Buffer): string {
  return createHmac('sha256', secret).update('gramme master key').digest('hex').slice(0, 16)
}
