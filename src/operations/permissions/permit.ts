/**
 * Whether a caller may do what a request is about to do, by all policies that have a say.
 *
 * `Credentials` returns one and the same identity for a key as long as the access stamp stays the same, so
 * what was found for it is kept with it: the policies, and of these the statements that can matter for an
 * action on a resource. A request then costs little more than its conditions, and waits for nothing.
 *
 * An identity without a stamp is judged from scratch. A caller without an identity may do nothing.
 */
import type { Table } from '../../catalog/table.js'
import type { Identity, SessionTag } from '../../model/caller.js'
import type { ServiceError } from '../../model/errors.js'
import { decideAmong } from '../../policies/evaluate.js'
import type { NamedPolicy, PolicySets } from '../../policies/policy-sets.js'
import type { Principal } from '../../policies/principal.js'
import { shortlistOf, type Shortlist } from '../../policies/shortlist.js'
import type { Access } from '../access.js'
import type { AccessJudge, Permit } from '../dispatch/authorise.js'
import type { RequestContext } from '../operation.js'
import { CallKeys, type KeyedCaller } from './call-keys.js'
import { bareDenial, denialFor } from './denial.js'
import { shortlistsMax, shortlistsPerCallerMax } from './limits.js'
import { principalOf } from './principal-of.js'
import { accountIn, canonicalArn } from './resource-account.js'

export interface PermitParts {
  readonly rights: {
    rightsOf(identity: Identity): CallerRights | Promise<CallerRights>
  }
  /** What tables, their indexes and streams say themselves, by ARN. */
  readonly resources: {
    find(arn: string): ResourceSays | Promise<ResourceSays>
  }
}

/** What speaks of the caller. */
export interface CallerRights extends Pick<PolicySets, 'identity' | 'boundary' | 'session'> {
  readonly tags: readonly SessionTag[]
}

/** The policy and the tags of a resource. */
export interface ResourceSays {
  readonly policy?: NamedPolicy
  readonly tags: readonly SessionTag[]
}

export function permitBy(parts: PermitParts): Permit {
  let judges = new WeakMap<Identity, PrincipalJudge>()
  let room: Room = { used: 0 }
  const judgeOf = (identity: Identity, rights: CallerRights): PrincipalJudge => {
    const judge = new PrincipalJudge(parts.resources, room, { identity, rights })
    if (identity.asOf !== undefined) judges.set(identity, judge)
    return judge
  }
  return ({ caller: { identity } }) => {
    if (identity === undefined) return nobody
    // What callers left behind who are gone still counts, so there is room again afterwards.
    if (room.used >= shortlistsMax) [judges, room] = [new WeakMap(), { used: 0 }]
    const kept = judges.get(identity)
    if (kept !== undefined) return kept
    const rights = parts.rights.rightsOf(identity)
    return rights instanceof Promise
      ? rights.then((read) => judgeOf(identity, read))
      : judgeOf(identity, rights)
  }
}

/** What is kept for all callers together. */
interface Room {
  used: number
}

const nobody: AccessJudge = { denialOf: bareDenial }

/** What can matter for an action on a resource. */
interface Matter {
  readonly shortlist: Shortlist
  readonly tags: ResourceSays['tags']
}

class PrincipalJudge implements AccessJudge {
  readonly #resources: PermitParts['resources']
  readonly #identity: Identity
  readonly #rights: CallerRights
  readonly #caller: KeyedCaller
  readonly #principal: Principal
  readonly #room: Room
  /** By resource, then by action. */
  readonly #matters = new Map<string, Map<string, Matter>>()
  /** The same for tables as a whole, by action: their ARNs need not be looked at then. */
  #ofTables = new WeakMap<Table, Map<string, Matter>>()
  #count = 0

  constructor(
    resources: PermitParts['resources'],
    room: Room,
    { identity, rights }: { readonly identity: Identity; readonly rights: CallerRights },
  ) {
    this.#resources = resources
    this.#room = room
    this.#identity = identity
    this.#rights = rights
    this.#caller = { identity, tags: rights.tags }
    this.#principal = principalOf(identity)
  }

  denialOf(
    ctx: RequestContext,
    asked: Access,
    table: Table | undefined,
  ): ServiceError | undefined | Promise<ServiceError | undefined> {
    const isWholeTable = table !== undefined && asked.items?.indexName === undefined
    const ofTable = isWholeTable ? this.#ofTables.get(table)?.get(asked.action) : undefined
    if (ofTable !== undefined) return this.#judge(ctx, ofTable, asked, table)
    const resource = canonicalArn(ctx.caller, asked.resource)
    const access = resource === asked.resource ? asked : { ...asked, resource }
    const matter = this.#matters.get(access.resource)?.get(askedIn(access))
    if (matter !== undefined) {
      if (isWholeTable && access.resource === table.arn) this.#keepOfTable(table, access, matter)
      return this.#judge(ctx, matter, access, table)
    }
    const says = this.#resources.find(access.resource)
    return says instanceof Promise
      ? says.then((read) => this.#judge(ctx, this.#keep(ctx, access, read), access, table))
      : this.#judge(ctx, this.#keep(ctx, access, says), access, table)
  }

  #judge(
    ctx: RequestContext,
    { shortlist, tags }: Matter,
    access: Access,
    table: Table | undefined,
  ): ServiceError | undefined {
    const { resourceTags = tags } = access
    const keys = new CallKeys(this.#caller, { ctx, access, table, resourceTags })
    const decision = decideAmong(shortlist, keys)
    if (decision.kind === 'allowed') return undefined
    return denialFor(decision, { ...access, by: this.#identity, isHome: shortlist.isHome })
  }

  #keep(ctx: RequestContext, access: Access, { policy, tags }: ResourceSays): Matter {
    const { action, resource, isPrefix } = access
    const shortlist = shortlistOf(
      { principal: this.#principal, action, resource, isPrefix },
      {
        ...this.#rights,
        resource: this.#isRescue(action) ? undefined : policy,
        resourceAccount: accountIn(ctx.caller, resource),
      },
    )
    const matter = { shortlist, tags }
    // Who asks for this many has no use for what is kept.
    if (this.#count >= shortlistsPerCallerMax) this.#forget()
    this.#count++
    this.#room.used++
    const ofResource = this.#matters.get(resource) ?? new Map<string, Matter>()
    this.#matters.set(resource, ofResource.set(askedIn(access), matter))
    return matter
  }

  /** AWS: the root can delete a policy that denies everything to everyone. Others' are out of its reach. */
  #isRescue(action: string): boolean {
    return this.#principal.kind === 'root' && action === 'dynamodb:DeleteResourcePolicy'
  }

  #keepOfTable(table: Table, { action }: Access, matter: Matter): void {
    const actions = this.#ofTables.get(table) ?? new Map<string, Matter>()
    this.#ofTables.set(table, actions.set(action, matter))
  }

  #forget(): void {
    this.#matters.clear()
    this.#ofTables = new WeakMap()
    this.#room.used -= this.#count
    this.#count = 0
  }
}

/** The action, apart from the same action on everything that begins with the resource. */
function askedIn({ action, isPrefix }: Access): string {
  return isPrefix === true ? `${action}*` : action
}
