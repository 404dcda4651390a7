/** All the policies that have a say in a request, by what they are attached to. */
import type { Policy } from './policy.js'

/** In the words of AWS's sentences. */
export type PolicyKind =
  | 'identity-based policy'
  | 'resource-based policy'
  | 'permissions boundary'
  | 'session policy'
  | 'service control policy'
  | 'resource control policy'
  | 'VPC endpoint policy'
  | 'role trust policy'

/** Everything that has a say in a request. */
export interface PolicySets {
  /** Of the user and its groups, or of the role. */
  readonly identity: readonly NamedPolicy[]
  readonly boundary?: NamedPolicy
  /** Undefined if the session has none, or there is no session. */
  readonly session?: readonly NamedPolicy[]
  readonly resource?: NamedPolicy
  /** The policy of a role that says who may assume it. AWS: without its Allow nobody may. */
  readonly trust?: NamedPolicy
  /** Policies around the account, each of which must allow too. */
  readonly ceilings?: readonly Ceiling[]
  /** The account that the resource belongs to. */
  readonly resourceAccount: string
}

export interface NamedPolicy {
  /** For people: `inline policy readers of user alice`. */
  readonly name: string
  readonly policy: Policy
  /** Its text, where somebody may ask which statement has decided. */
  readonly document?: string
}

export interface Ceiling {
  readonly kind: PolicyKind
  readonly policies: readonly NamedPolicy[]
}
