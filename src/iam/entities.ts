/**
 * What an account consists of, as it is stored. Ids and dates are AWS's; names are unique whatever their
 * case. Policies are JSON texts as they were given: they are compiled when they are used.
 */
import type { SessionTag } from '../model/caller.js'

interface Named {
  readonly account: string
  readonly name: string
  /** Starts and ends with a slash. */
  readonly path: string
  /** AWS: `AIDA…`, `AGPA…`, `AROA…`, `ANPA…`. */
  readonly id: string
  readonly createdAtMs: number
}

/** What policies can be attached to. */
interface Grantee extends Named {
  /** By name; JSON. */
  readonly inlinePolicies: Readonly<Record<string, string>>
  /** ARNs of managed policies. */
  readonly attachedPolicies: readonly string[]
}

export interface IamUser extends Grantee {
  readonly tags: readonly SessionTag[]
  readonly boundaryArn?: string
  /** Names of groups. */
  readonly groups: readonly string[]
  /** At most two. */
  readonly accessKeyIds: readonly string[]
}

export interface IamGroup extends Grantee {
  /** How many users name it among their groups. */
  readonly memberCount: number
}

export interface IamRole extends Grantee {
  readonly tags: readonly SessionTag[]
  readonly boundaryArn?: string
  /** JSON: who may assume it. */
  readonly trustPolicy: string
  readonly description?: string
  readonly sessionSecondsMax: number
}

export interface IamPolicy extends Named {
  readonly description?: string
  readonly tags: readonly SessionTag[]
  readonly updatedAtMs: number
  readonly defaultVersionId: string
  /** How many versions were ever made: their numbers are not used twice. */
  readonly versionsMade: number
  /** To how many principals it is attached, and of how many it is the boundary. */
  readonly attachmentCount: number
  readonly boundaryCount: number
  readonly versions: readonly PolicyVersionRecord[]
}

export interface PolicyVersionRecord {
  /** `v1`, `v2`, … */
  readonly id: string
  readonly document: string
  readonly createdAtMs: number
}

/** Trusted by roles for web identities. */
export interface IdentityProvider {
  readonly account: string
  /** The issuer without `https://`. */
  readonly name: string
  readonly clientIds: readonly string[]
  readonly thumbprints: readonly string[]
  readonly tags: readonly SessionTag[]
  readonly createdAtMs: number
}

/** The owner of an account, who exists without a record until it has keys. */
export interface AccountRoot {
  readonly account: string
  readonly name: typeof rootName
  /** At most two. */
  readonly accessKeyIds: readonly string[]
  /** The one that was set from outside, in the server's options; the next one that is set replaces it. */
  readonly configuredKeyId?: string
  readonly createdAtMs: number
}

export const rootName = 'root'

export interface IamEntities {
  readonly user: IamUser
  readonly group: IamGroup
  readonly role: IamRole
  readonly policy: IamPolicy
  readonly provider: IdentityProvider
  readonly root: AccountRoot
}

export type IamKind = keyof IamEntities

export interface AccessKey {
  readonly id: string
  readonly account: string
  /** Undefined for a key of the account's root. */
  readonly userName?: string
  readonly isActive: boolean
  /** Base64; see `access-keys.ts`. */
  readonly sealedSecret: string
  readonly createdAtMs: number
}
