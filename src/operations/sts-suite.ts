/** Accounts and calls of STS without a wire, for tests. */
import assert from 'node:assert/strict'
import { memoryEngine } from '../../test/support/engines.js'
import type { InputOf, OperationId } from '../api/services.js'
import type { IamRole, IamUser } from '../iam/entities.js'
import type { IamWrite } from '../iam/iam-store.js'
import { testRole, testUser, writeOf } from '../iam/iam-suite.js'
import { userIdentity } from '../iam/identities.js'
import type { OidcKeys } from '../iam/oidc-keys.js'
import type { SessionContent } from '../iam/session-tokens.js'
import type { Caller, Identity } from '../model/caller.js'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { ensureFormat } from '../storage/format.js'
import { assembleDatabase } from './database.js'
import { createDispatcher } from './dispatch.js'
import { findOperation } from './registry.js'

export type StsOperation = Extract<OperationId, `sts.${string}`>

/** What tests look at. */
export interface StsAnswer {
  readonly Credentials?: {
    readonly AccessKeyId: string
    readonly SecretAccessKey: string
    readonly SessionToken: string
    readonly Expiration: number
  }
  readonly [member: string]: unknown
}

export async function openSts(oidcKeys?: OidcKeys) {
  const engine = memoryEngine()
  await ensureFormat(engine, 'The test')
  const clock = new VirtualClock()
  const database = assembleDatabase({
    engine,
    clock,
    random: systemRandom,
    secret: Buffer.alloc(32, 3),
    tableTransitionMs: 0,
    ...(oidcKeys && { oidcKeys }),
  })
  const dispatcher = createDispatcher(database)
  const { iam, sessionTokens } = database
  const call = async <Id extends StsOperation>(
    id: Id,
    input: InputOf<Id>,
    caller: Caller,
  ): Promise<StsAnswer> => {
    const operation = findOperation(id)!
    const made = { operation, input, caller, host: 'here', requestId: 'test' }
    return (await dispatcher.dispatch(made)) as StsAnswer
  }
  return {
    clock,
    iam,
    call,
    put: (...writes: readonly IamWrite[]) => iam.change([], () => ({ writes, result: undefined })),
    /** Who comes with the credentials of an answer. */
    sessionIn({ Credentials }: StsAnswer): SessionContent {
      const opened = sessionTokens.open(Credentials!.SessionToken)
      assert.ok(opened !== undefined)
      assert.equal(opened.accessKeyId, Credentials!.AccessKeyId)
      assert.equal(opened.secretAccessKey, Credentials!.SecretAccessKey)
      assert.equal(opened.expiresAtMs, Credentials!.Expiration * 1000)
      return opened
    },
    async refusal<Id extends StsOperation>(id: Id, input: InputOf<Id>, caller: Caller) {
      const error: unknown = await call(id, input, caller).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof ServiceError, `${id} was not refused: ${String(error)}`)
      return `${error.type}: ${error.message}`
    },
  }
}

export function callerOf(identity: Identity): Caller {
  return { account: identity.account, region: 'us-east-1', accessKeyId: 'AKIA', identity }
}

export function asUser(user: IamUser): Caller {
  return callerOf(userIdentity(user))
}

/** A role that trusts a principal, with more statements. */
export function roleTrusting(
  name: string,
  principal: unknown,
  more: { readonly role?: Partial<IamRole>; readonly statement?: object } = {},
): IamWrite {
  const statement = {
    Effect: 'Allow',
    Action: 'sts:AssumeRole',
    Principal: principal,
    ...more.statement,
  }
  const trustPolicy = JSON.stringify({ Version: '2012-10-17', Statement: statement })
  return writeOf('role', testRole(name, { trustPolicy, ...more.role }))
}

export function userWith(name: string, more: Partial<IamUser> = {}): IamUser {
  return testUser(name, more)
}

export function allowing(action: string | readonly string[], resource = '*'): string {
  const Statement = { Effect: 'Allow', Action: action, Resource: resource }
  return JSON.stringify({ Version: '2012-10-17', Statement })
}
