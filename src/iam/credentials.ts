/**
 * Whose key has signed a request, and what its secret is.
 *
 * An answer is kept under the access stamp that was asked for first, so a key that was deleted or deactivated
 * on any server of the database is refused from the next request on. Keys that are not known are not kept:
 * whoever tries many pushes nobody out. Answers at once if nothing has to be read.
 */
import type { Identity } from '../model/caller.js'
import type { Clock } from '../stdx/clock.js'
import { StampedCache } from '../storage/stamped-cache.js'
import type { AccessKeys } from './access-keys.js'
import type { AccessKey } from './entities.js'
import type { IamStore } from './iam-store.js'
import { cachedKeysMax, cachedSessionsMax } from './limits.js'
import { principalAddress, principalIdOf, rootIdentity, userIdentity } from './identities.js'

export interface KnownKey {
  readonly secretAccessKey: string
  readonly identity: Identity
}

/** What became of a key id and token. */
export type KeyLookup = KnownKey | 'unknown' | 'bad-token' | 'expired-token'

/** What a session token holds. */
export interface OpenedSession extends KnownKey {
  readonly accessKeyId: string
  readonly expiresAtMs: number
}

/** Opens tokens that this database has issued; undefined for everything else. */
export interface SessionOpener {
  open(sessionToken: string): OpenedSession | undefined
}

export interface CredentialsParts {
  readonly store: IamStore
  readonly keys: AccessKeys
  readonly sessions: SessionOpener
  readonly clock: Clock
}

export class Credentials {
  readonly #parts: CredentialsParts
  readonly #longTerm = new StampedCache<KnownKey>(cachedKeysMax)
  readonly #opened = new StampedCache<OpenedSession>(cachedSessionsMax)

  constructor(parts: CredentialsParts) {
    this.#parts = parts
  }

  find(accessKeyId: string, sessionToken: string | undefined): KeyLookup | Promise<KeyLookup> {
    const stamp = this.#parts.store.stamp.current()
    return typeof stamp === 'string'
      ? this.#findAt(stamp, accessKeyId, sessionToken)
      : stamp.then((asOf) => this.#findAt(asOf, accessKeyId, sessionToken))
  }

  #findAt(
    asOf: string,
    accessKeyId: string,
    sessionToken: string | undefined,
  ): KeyLookup | Promise<KeyLookup> {
    if (sessionToken === undefined) {
      return this.#longTerm.find(asOf, accessKeyId) ?? this.#readKey(asOf, accessKeyId)
    }
    const opened = this.#opened.find(asOf, sessionToken)
    return opened === undefined
      ? this.#open(asOf, accessKeyId, sessionToken)
      : this.#checked(opened, accessKeyId)
  }

  async #readKey(asOf: string, accessKeyId: string): Promise<KeyLookup> {
    const record = await this.#parts.store.find({ kind: 'accessKey', id: accessKeyId })
    if (record?.isActive !== true) return 'unknown'
    const secretAccessKey = this.#parts.keys.secretOf(record)
    const identity = await this.#ownerOf(record)
    if (secretAccessKey === undefined || identity === undefined) return 'unknown'
    const known = { secretAccessKey, identity: { ...identity, asOf } }
    this.#longTerm.keep(asOf, accessKeyId, known)
    return known
  }

  /** Undefined if the user is gone, or no longer has this key. */
  async #ownerOf({ id, account, userName }: AccessKey): Promise<Identity | undefined> {
    if (userName === undefined) return rootIdentity(account)
    const user = await this.#parts.store.find({ kind: 'user', account, name: userName })
    return user?.accessKeyIds.includes(id) === true ? userIdentity(user) : undefined
  }

  async #open(asOf: string, accessKeyId: string, sessionToken: string): Promise<KeyLookup> {
    const opened = this.#parts.sessions.open(sessionToken)
    if (opened === undefined) return 'bad-token'
    const lookup = this.#checked(opened, accessKeyId)
    if (typeof lookup === 'string') return lookup
    if (!(await this.#isThere(opened.identity))) return 'bad-token'
    const dated = { ...opened, identity: { ...opened.identity, asOf } }
    this.#opened.keep(asOf, sessionToken, dated)
    return dated
  }

  #checked(opened: OpenedSession, accessKeyId: string): KeyLookup {
    if (opened.accessKeyId !== accessKeyId) return 'bad-token'
    return opened.expiresAtMs > this.#parts.clock.now() ? opened : 'expired-token'
  }

  /** A session ends with its user or role: one of the same name is another one. */
  async #isThere(identity: Identity): Promise<boolean> {
    const address = principalAddress(identity)
    if (address === undefined || address === 'root') return address === 'root'
    const principal = await this.#parts.store.find(address)
    return principal !== undefined && principal.id === principalIdOf(identity)
  }
}
