/**
 * Master keys in a key management service, which never leave it: a data key is sent there to be wrapped and
 * unwrapped, bound to its owner by the encryption context.
 */
import type { KMSClient } from '@aws-sdk/client-kms'
import type { DataKeyOwner, WrappedKey } from '../master-keys.js'
import type { KeyScope, KeyService } from '../master-key-set.js'
import { loadKmsSdk, openKmsClient } from './kms-client.js'
import {
  deniedKey,
  disabledKey,
  keyNotFound,
  keyOfOtherRegion,
  keyPendingDeletion,
  kmsFault,
  unsuitableKey,
} from './kms-faults.js'

export interface KmsPlace {
  readonly endpoint: string
  /** The key that wraps what names none: an ARN. */
  readonly ownKey?: string | undefined
}

export class KmsKeys implements KeyService {
  readonly #place: KmsPlace
  /** One for each region: requests are signed for it. */
  readonly #clients = new Map<string, Promise<KMSClient>>()

  constructor(place: KmsPlace) {
    this.#place = place
  }

  get ownKey(): string | undefined {
    return this.#place.ownKey
  }

  async wrap(dataKey: Uint8Array, owner: DataKeyOwner, masterKey?: string): Promise<WrappedKey> {
    const arn = masterKey ?? this.ownKey ?? ''
    const { EncryptCommand } = await loadKmsSdk()
    const EncryptionContext = contextOf(owner)
    const asked = new EncryptCommand({ KeyId: arn, Plaintext: dataKey, EncryptionContext })
    const { CiphertextBlob } = await this.#ask(arn, (client) => client.send(asked))
    return { by: 'kms', masterKey: arn, bytes: Buffer.from(CiphertextBlob!).toString('base64') }
  }

  async unwrap({ masterKey, bytes }: WrappedKey, owner: DataKeyOwner): Promise<Buffer> {
    // AWS refuses what such a key should not open; not every other service does.
    await this.#requireUsable(masterKey)
    const { DecryptCommand } = await loadKmsSdk()
    const CiphertextBlob = Buffer.from(bytes, 'base64')
    const EncryptionContext = contextOf(owner)
    const asked = new DecryptCommand({ KeyId: masterKey, CiphertextBlob, EncryptionContext })
    const { Plaintext } = await this.#ask(masterKey, (client) => client.send(asked))
    return Buffer.from(Plaintext!)
  }

  isCurrent({ by, masterKey }: WrappedKey): boolean {
    return by === 'kms' && masterKey === this.ownKey
  }

  /** The ARN of a key that can be used, by whatever it is named. Throws `KeyFault`. */
  async resolve({ account, region }: KeyScope, name: string): Promise<string> {
    const arn = arnOf({ account, region }, name)
    const keyRegion = arn.split(':')[3]
    if (keyRegion !== region) throw keyOfOtherRegion(region)
    // Other services' own keys are not for tables.
    if (arn.includes(':alias/aws/')) throw deniedKey(arn)
    return this.#requireUsable(arn)
  }

  /** Returns the ARN of the key itself. */
  async #requireUsable(arn: string): Promise<string> {
    const { DescribeKeyCommand } = await loadKmsSdk()
    const asked = new DescribeKeyCommand({ KeyId: arn })
    const { KeyMetadata: found } = await this.#ask(arn, (client) => client.send(asked))
    if (found?.Arn === undefined) throw keyNotFound(arn)
    if (found.KeyState === 'Disabled') throw disabledKey(found.Arn)
    if (found.KeyState === 'PendingDeletion') throw keyPendingDeletion(found.Arn)
    // Services other than AWS's leave out what is usual.
    const { KeySpec: kind = 'SYMMETRIC_DEFAULT', KeyUsage: use = 'ENCRYPT_DECRYPT' } = found
    if (kind !== 'SYMMETRIC_DEFAULT' || use !== 'ENCRYPT_DECRYPT') throw unsuitableKey()
    return found.Arn
  }

  async #ask<T>(arn: string, ask: (client: KMSClient) => Promise<T>): Promise<T> {
    try {
      return await ask(await this.#client(arn))
    } catch (error) {
      throw kmsFault(error, arn)
    }
  }

  #client(arn: string): Promise<KMSClient> {
    const region = arn.split(':')[3]!
    const known = this.#clients.get(region)
    if (known !== undefined) return known
    const opening = openKmsClient(this.#place.endpoint, region)
    this.#clients.set(region, opening)
    return opening
  }
}

function contextOf(owner: DataKeyOwner): Record<string, string> {
  return { 'gramme:owner': owner }
}

/** A key by its ARN, its alias or its id. */
export function arnOf({ account, region }: KeyScope, name: string): string {
  if (name.startsWith('arn:')) return name
  const resource = name.startsWith('alias/') ? name : `key/${name}`
  return `arn:aws:kms:${region}:${account}:${resource}`
}
