/** Accounts without a wire, for tests: as one server of a database sees them. */
import { randomBytes } from 'node:crypto'
import { memoryEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { AccessStamp } from '../storage/access-stamp.js'
import type { Engine } from '../storage/engine.js'
import { ensureFormat } from '../storage/format.js'
import { AccessKeys, type NewAccessKey } from './access-keys.js'
import { Credentials, type OpenedSession } from './credentials.js'
import type { IamEntities, IamGroup, IamRole, IamUser } from './entities.js'
import { IamStore, type IamWrite } from './iam-store.js'
import { Rights } from './rights.js'

export const testAccount = '111122223333'

/** Two servers can use it at once, as with PostgreSQL. */
export async function sharedEngine(): Promise<Engine> {
  const engine = memoryEngine()
  await ensureFormat(engine, 'The test')
  return {
    name: 'shared',
    shared: true,
    read: (reads, guards) => engine.read(reads, guards),
    transact: (transaction) => engine.transact(transaction),
    replace: (replacement) => engine.replace(replacement),
    spaces: () => engine.spaces(),
    ping: () => engine.ping(),
    close: () => engine.close(),
  }
}

export async function ownEngine(): Promise<Engine> {
  const engine = memoryEngine()
  await ensureFormat(engine, 'The test')
  return engine
}

const secret = randomBytes(32)

export function iamOn(engine: Engine) {
  const clock = new VirtualClock()
  const store = new IamStore(engine, new AccessStamp(engine, systemRandom))
  const keys = new AccessKeys(secret, systemRandom, clock)
  /** By token. */
  const tokens = new Map<string, OpenedSession>()
  const sessions = { open: (token: string) => tokens.get(token) }
  const credentials = new Credentials({ store, keys, sessions, clock })
  const put = (...writes: readonly IamWrite[]) =>
    store.change([], () => ({ writes, result: undefined }))
  const putKey = ({ record }: NewAccessKey) =>
    put({ at: { kind: 'accessKey', id: record.id }, record })
  return { clock, store, keys, tokens, credentials, rights: new Rights(store), put, putKey }
}

export function writeOf<K extends 'user' | 'group' | 'role' | 'policy'>(
  kind: K,
  record: IamEntities[K],
): IamWrite {
  const { account, name } = record
  return { at: { kind, account, name }, record }
}

const named = { account: testAccount, path: '/', createdAtMs: 0 } as const
const granted = { inlinePolicies: {}, attachedPolicies: [] } as const

export function testUser(name: string, more: Partial<IamUser> = {}): IamUser {
  const own = { groups: [], accessKeyIds: [], tags: [] }
  return { ...named, ...granted, ...own, name, id: `AIDA${name}`, ...more }
}

export function testGroup(name: string, more: Partial<IamGroup> = {}): IamGroup {
  return { ...named, ...granted, memberCount: 0, name, id: `AGPA${name}`, ...more }
}

export function testRole(name: string, more: Partial<IamRole> = {}): IamRole {
  const own = { tags: [], trustPolicy: '{}', sessionSecondsMax: 3600 }
  return { ...named, ...granted, ...own, name, id: `AROA${name}`, ...more }
}

export function policyText(effect: 'Allow' | 'Deny', action: string): string {
  const statement = { Effect: effect, Action: action, Resource: '*' }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
}
