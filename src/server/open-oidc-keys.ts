/** The keys of identity providers. A file that cannot be read when the server starts is a mistake. */
import { readFile } from 'node:fs/promises'
import { OidcKeys, parseOidcKeys } from '../iam/oidc-keys.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

export async function openOidcKeys({
  oidcKeys: file,
}: Pick<Settings, 'oidcKeys'>): Promise<OidcKeys> {
  if (file !== undefined) {
    try {
      parseOidcKeys(await readFile(file, 'utf8'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CannotStart(`The file of OIDC keys, ${file}, cannot be used: ${reason}.`, error)
    }
  }
  return new OidcKeys(file)
}
