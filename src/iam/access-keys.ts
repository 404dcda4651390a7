/**
 * Long-term access keys: how they are made and how their secrets are stored. A secret is sealed together
 * with the id of its key, so it is worth nothing in another key's record.
 */
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { AccessKey } from './entities.js'
import { SecretBox } from '../stdx/secret-box.js'
import { newAccessKeyId, newSecretAccessKey } from './unique-ids.js'

export interface KeyOwner {
  readonly account: string
  /** Undefined: the account's root. */
  readonly userName?: string
}

export interface KeyPair {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The only moment at which the secret can be shown. */
export interface NewAccessKey extends KeyPair {
  /** As it is to be stored. */
  readonly record: AccessKey
}

export class AccessKeys {
  readonly #box: SecretBox
  readonly #random: Random
  readonly #clock: Clock

  constructor(databaseSecret: Buffer, random: Random, clock: Clock) {
    this.#box = new SecretBox(databaseSecret, 'access key', random)
    this.#random = random
    this.#clock = clock
  }

  /** An active key, with an id and secret that are given or drawn. */
  make({ account, userName }: KeyOwner, given: KeyPair = this.#draw()): NewAccessKey {
    const { accessKeyId, secretAccessKey } = given
    const sealed = this.#box.seal(Buffer.from(`${accessKeyId}:${secretAccessKey}`))
    const record: AccessKey = {
      id: accessKeyId,
      account,
      ...(userName === undefined ? {} : { userName }),
      isActive: true,
      sealedSecret: sealed.toString('base64'),
      createdAtMs: this.#clock.now(),
    }
    return { accessKeyId, secretAccessKey, record }
  }

  /** Undefined if the record was not made by this database. */
  secretOf({ id, sealedSecret }: AccessKey): string | undefined {
    const content = this.#box.open(Buffer.from(sealedSecret, 'base64'))?.toString()
    return content?.startsWith(`${id}:`) === true ? content.slice(id.length + 1) : undefined
  }

  #draw(): KeyPair {
    return {
      accessKeyId: newAccessKeyId('AKIA', this.#random),
      secretAccessKey: newSecretAccessKey(this.#random),
    }
  }
}
