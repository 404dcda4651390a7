/** The master keys that a server was given. */
import { readFileSync } from 'node:fs'
import { KeysUnreadable, LocalKeys, readLocalKeys, type LocalKey } from '../keys/local-keys.js'
import { findKmsPackageFault } from '../keys/kms/kms-client.js'
import { KmsKeys } from '../keys/kms/kms-keys.js'
import { MasterKeySet } from '../keys/master-key-set.js'
import { systemRandom } from '../stdx/random.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

export type KeySettings = Partial<
  Pick<Settings, 'masterKey' | 'masterKeyFile' | 'kmsEndpoint' | 'kmsKeyArn'>
>

/** Whether what is created is to be encrypted. */
export function wantsEncryption({ masterKey, masterKeyFile, kmsKeyArn }: KeySettings): boolean {
  return [masterKey, masterKeyFile, kmsKeyArn].some((each) => each !== undefined)
}

/** Throws `CannotStart` if they cannot be read. Without any, they open nothing. */
export function openMasterKeys(settings: KeySettings): MasterKeySet {
  return new MasterKeySet(new LocalKeys(readGivenKeys(settings), systemRandom), serviceOf(settings))
}

function serviceOf({ kmsEndpoint, kmsKeyArn }: KeySettings): KmsKeys | undefined {
  if (kmsEndpoint === undefined) return undefined
  const fault = findKmsPackageFault()
  if (fault !== undefined) throw new CannotStart(fault, undefined)
  return new KmsKeys({ endpoint: kmsEndpoint, ownKey: kmsKeyArn })
}

/** Again, for a file that may have changed. */
export function readGivenKeys({ masterKey, masterKeyFile }: KeySettings): readonly LocalKey[] {
  try {
    if (masterKey !== undefined) return readLocalKeys(masterKey, 'masterKey')
    if (masterKeyFile === undefined) return []
    return readLocalKeys(readFileSync(masterKeyFile, 'utf8'), `The key file ${masterKeyFile}`)
  } catch (error) {
    if (error instanceof KeysUnreadable) throw new CannotStart(error.message, error)
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new CannotStart(`The key file ${masterKeyFile} cannot be read (${code}).`, error)
  }
}
