/**
 * What IAM mode adds to a server: who has signed a request, and whether that caller may do what it asks.
 * Without it, nothing of this is loaded.
 */
import { sharedScope } from '../model/arn.js'
import type { Database } from '../operations/database.js'
import type { Permit } from '../operations/dispatch/authorise.js'
import { permitBy } from '../operations/permissions/permit.js'
import type { Authenticate } from '../wire/http/authenticate.js'
import type { AuthoriseS3 } from '../wire/http/s3/answer-s3.js'
import { s3Authentication, type AuthenticateS3 } from '../wire/http/s3/authenticate-s3.js'
import { SignatureVerifier } from '../wire/sigv4/verify.js'
import type { KeyPair } from '../iam/access-keys.js'
import { Credentials } from '../iam/credentials.js'
import type { KeyUses, UsedKey } from '../iam/key-uses.js'
import { keyUsesLookMs } from '../iam/limits.js'
import { RootKeyRefused, ensureRootKey, setRootKey } from '../iam/root-key.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'
import type { Part } from './parts.js'
import { RepeatedWork } from './repeated-work.js'
import { s3Authorisation } from './s3-authorisation.js'

export interface AccessControl {
  readonly authenticate: Authenticate
  readonly authenticateS3: AuthenticateS3
  readonly authoriseS3: AuthoriseS3
  readonly permit: Permit
  /** Of a key that is known and in use. */
  readonly accountOf: (accessKeyId: string) => Promise<string | undefined>
  /** Made by this start; nobody has seen it yet. */
  readonly newRootKey: KeyPair | undefined
  /** Stores when keys were last used, while the server runs. */
  readonly keyUses: Part
}

export async function openAccessControl(
  settings: Settings,
  database: Database,
  { engine, log }: { readonly engine: Engine; readonly log: Log },
): Promise<AccessControl> {
  if (settings.iamFile !== undefined) {
    const { applyIamFile } = await import('./iam-file.js')
    await applyIamFile(engine, database, settings.iamFile)
  }
  const newRootKey = await rootKeyOf(settings, database)
  const { iam: store, accessKeys: keys, sessionTokens: sessions, clock } = database
  const credentials = new Credentials({ store, keys, sessions, clock })
  const { keyUses } = database
  const onUse = (key: UsedKey) => keyUses.note(key)
  const verifier = new SignatureVerifier({ keys: credentials, clock, onUse })
  const { authenticate } = verifier
  const permit = permitBy({ rights: database.rights, resources: database.resourceRights })
  return {
    authenticate: settings.sharedRegions ? inSharedScope(authenticate) : authenticate,
    authenticateS3: s3Authentication(verifier, clock),
    authoriseS3: s3Authorisation(permit, clock),
    permit,
    async accountOf(accessKeyId) {
      const found = await credentials.find(accessKeyId, undefined)
      return typeof found === 'string' ? undefined : found.identity.account
    },
    newRootKey,
    keyUses: keyUsesPart(keyUses, log),
  }
}

function keyUsesPart(keyUses: KeyUses, log: Log): Part {
  return new RepeatedWork({
    name: 'uses of keys',
    restMs: keyUsesLookMs,
    async work() {
      await keyUses.store()
      return keyUsesLookMs
    },
    // The store may be away. What was not stored is tried again.
    onFailure: (error) => log.debug('uses of keys could not be stored', { error }),
    atEnd: () => keyUses.storeRest(),
  })
}

/** The root of the account that containers and people at their desk use. */
async function rootKeyOf(
  { rootAccessKeyId, rootSecretAccessKey }: Settings,
  { iam, accessKeys }: Database,
): Promise<KeyPair | undefined> {
  const { account } = sharedScope
  if (rootAccessKeyId === undefined || rootSecretAccessKey === undefined) {
    return ensureRootKey(iam, accessKeys, account)
  }
  const given = { accessKeyId: rootAccessKeyId, secretAccessKey: rootSecretAccessKey }
  try {
    await setRootKey(iam, accessKeys, account, given)
  } catch (error) {
    throw error instanceof RootKeyRefused ? new CannotStart(error.message, error) : error
  }
  return undefined
}

/** The tables of all regions and accounts are one account's; who calls stays who it is. */
function inSharedScope(authenticate: Authenticate): Authenticate {
  return (request, signingName) => {
    const signed = authenticate(request, signingName)
    return signed instanceof Promise
      ? signed.then((caller) => ({ ...caller, ...sharedScope }))
      : { ...signed, ...sharedScope }
  }
}
