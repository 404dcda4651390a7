/**
 * The condition keys of one action of a call. Nothing is computed before a policy asks for it: most policies
 * ask for none.
 */
import type { Table } from '../../catalog/table.js'
import type { Identity, SessionTag } from '../../model/caller.js'
import type { KeyValue, RequestKeys } from '../../policies/request-keys.js'
import type { Access } from '../access.js'
import type { RequestContext } from '../operation.js'
import { itemKeyOf } from './item-keys.js'
import { accountIn } from './resource-account.js'

/** Who calls. */
export interface KeyedCaller {
  readonly identity: Identity
  readonly tags: readonly SessionTag[]
}

export interface KeyedAction {
  readonly ctx: RequestContext
  readonly access: Access
  /** Of an action on items, if it exists. */
  readonly table: Table | undefined
  readonly resourceTags: readonly SessionTag[]
}

export class CallKeys implements RequestKeys {
  readonly #caller: KeyedCaller
  readonly #action: KeyedAction

  constructor(caller: KeyedCaller, action: KeyedAction) {
    this.#caller = caller
    this.#action = action
  }

  get(key: string): KeyValue | undefined {
    const { access, table } = this.#action
    if (key.startsWith('dynamodb:')) {
      return access.items && itemKeyOf(key, access.action, access.items, table)
    }
    const found = keys.get(key)
    if (found !== undefined) return found(this.#caller, this.#action)
    return this.#tagged(key) ?? this.#carried(key)
  }

  #tagged(key: string): string | undefined {
    if (key.startsWith(principalTag)) return tagValue(this.#caller.tags, key, principalTag)
    const { access, resourceTags } = this.#action
    if (key.startsWith(resourceTag)) return tagValue(resourceTags, key, resourceTag)
    if (key.startsWith(iamResourceTag)) return tagValue(resourceTags, key, iamResourceTag)
    if (key.startsWith(requestTag)) return tagValue(access.tags ?? [], key, requestTag)
    return undefined
  }

  /** What the session has from its web identity, and keys of other services. */
  #carried(key: string): string | undefined {
    const { webIdentity = {} } = this.#caller.identity.session ?? {}
    const found = Object.keys(webIdentity).find((name) => name.toLowerCase() === key)
    if (found !== undefined) return webIdentity[found]
    const { keys: others = {} } = this.#action.access
    return Object.hasOwn(others, key) ? others[key] : undefined
  }
}

const principalTag = 'aws:principaltag/'
const resourceTag = 'aws:resourcetag/'
const iamResourceTag = 'iam:resourcetag/'
const requestTag = 'aws:requesttag/'

/** AWS: whatever the case of the tag's key. */
function tagValue(tags: readonly SessionTag[], key: string, prefix: string): string | undefined {
  const name = key.slice(prefix.length)
  return tags.find((tag) => tag.key.toLowerCase() === name)?.value
}

type Key = (caller: KeyedCaller, action: KeyedAction) => KeyValue | undefined

/** By name in lower case. */
const keys: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['aws:principalarn', ({ identity }) => principalArn(identity)],
  ['aws:principalaccount', ({ identity }) => identity.account],
  ['aws:principaltype', ({ identity }) => principalTypes[identity.kind]],
  ['aws:principalisawsservice', () => 'false'],
  ['aws:userid', ({ identity }) => identity.userId],
  // AWS: only of users.
  ['aws:username', ({ identity }) => (identity.kind === 'user' ? identity.name : undefined)],
  ['aws:sourceidentity', ({ identity }) => identity.session?.sourceIdentity],
  ['aws:tokenissuetime', ({ identity }) => isoTime(identity.session?.issuedAtMs)],
  // AWS: absent for keys that do not expire. There are no such devices here.
  ['aws:multifactorauthpresent', ({ identity }) => (identity.session ? 'false' : undefined)],
  ['aws:viaawsservice', () => 'false'],
  ['aws:sourceip', (_caller, { ctx }) => sourceIp(ctx)],
  // Where nothing is known of the connection, nothing protects it.
  ['aws:securetransport', (_caller, { ctx }) => String(ctx.sender?.isSecure === true)],
  ['aws:useragent', (_caller, { ctx }) => ctx.sender?.userAgent],
  ['aws:referer', (_caller, { ctx }) => ctx.sender?.referer],
  ['aws:currenttime', (_caller, { ctx }) => isoTime(ctx.clock.now())],
  ['aws:epochtime', (_caller, { ctx }) => String(Math.floor(ctx.clock.now() / 1000))],
  ['aws:requestedregion', (_caller, { ctx, access }) => regionOf(ctx, access)],
  ['aws:resourceaccount', (_caller, { ctx, access }) => accountIn(ctx.caller, access.resource)],
  ['aws:tagkeys', (_caller, { access }) => access.tagKeys ?? access.tags?.map(({ key }) => key)],
])

/** AWS: IAM is global, and its requests are made in this region. */
const globalRegion = 'us-east-1'

function regionOf({ caller }: RequestContext, { action }: Access): string {
  return action.startsWith('iam:') ? globalRegion : caller.region
}

/** AWS: of a role, not of its session. */
function principalArn({ kind, arn, principalArn: ofPrincipal }: Identity): string {
  return kind === 'federated' ? arn : ofPrincipal
}

const principalTypes: Readonly<Record<Identity['kind'], string>> = {
  root: 'Account',
  user: 'User',
  role: 'AssumedRole',
  federated: 'FederatedUser',
}

function isoTime(atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : `${new Date(atMs).toISOString().slice(0, 19)}Z`
}

/** An address of version 4 that came over a socket for both versions is what it was. */
function sourceIp({ sender }: RequestContext): string | undefined {
  return sender?.address?.replace(/^::ffff:(?=\d+\.)/i, '')
}
