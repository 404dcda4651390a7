import type { OwnScope } from './arn.js'

/** Who calls, as far as authentication could establish it. */
export interface Caller extends OwnScope {
  readonly accessKeyId: string
  /** Whom the key belongs to. Absent where any credentials are accepted: all keys are then roots. */
  readonly identity?: Identity
}

/** Whose key has signed a request. */
export interface Identity {
  readonly kind: 'root' | 'user' | 'role' | 'federated'
  readonly account: string
  /**
   * What GetCallerIdentity and refusals say. For a session it is the session's own, in STS; otherwise that
   * of the principal.
   */
  readonly arn: string
  /** The user, with its path, or the role, with its path; of a federated session, the user who made it. */
  readonly principalArn: string
  /** AWS: `AIDA…` of a user, `AROA…:session` of a role, the account of its root. */
  readonly userId: string
  /**
   * AWS: `AIDA…` of the user or `AROA…` of the role; of a federated session, of the user who made it.
   * Undefined for the root. Who comes back under an old name is somebody else.
   */
  readonly principalId?: string
  /** The user's name, or the role's. Undefined for the root. */
  readonly name?: string
  /**
   * The access stamp that held when the key was found (`storage/access-stamp.ts`). What was read under it, or
   * later, is right for the request. Undefined if no key was looked for.
   */
  readonly asOf?: string
  /** Undefined for a key that does not expire. */
  readonly session?: CallerSession
}

/** What temporary credentials carry with them. */
export interface CallerSession {
  readonly name?: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
  /** Policies that narrow the session, as JSON. Undefined: none were given. */
  readonly policies?: readonly string[]
  /** Managed policies that narrow it too, by ARN. */
  readonly policyArns?: readonly string[]
  readonly tags?: readonly SessionTag[]
  /** Keys of tags that go on to the next role. */
  readonly transitiveTagKeys?: readonly string[]
  readonly sourceIdentity?: string
  /** The condition keys of a session from a web identity: `issuer:sub`, `issuer:aud`, `aws:FederatedProvider`. */
  readonly webIdentity?: Readonly<Record<string, string>>
}

export interface SessionTag {
  readonly key: string
  readonly value: string
}
