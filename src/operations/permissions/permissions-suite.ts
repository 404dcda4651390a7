/** A database whose calls are authorised, for tests: users and what their policies say. */
import { memoryEngine } from '../../../test/support/engines.js'
import type { Caller, Identity, SessionTag } from '../../model/caller.js'
import { ServiceError } from '../../model/errors.js'
import type { NamedPolicy } from '../../policies/policy-sets.js'
import { policyOf, type StatementText } from '../../policies/policy-suite.js'
import type { Engine } from '../../storage/engine.js'
import { openTestDatabase, type Json, type TestDatabase } from '../database-suite.js'
import { createDispatcher } from '../dispatch.js'
import type { Call, Dispatcher } from '../dispatcher.js'
import { jsonCall, testCaller } from '../json-call-suite.js'
import { permitBy, type CallerRights } from './permit.js'

const { account } = testCaller

export interface TestUser {
  readonly name: string
  readonly policy?: readonly StatementText[]
  readonly boundary?: readonly StatementText[]
  readonly session?: readonly StatementText[]
  readonly tags?: readonly SessionTag[]
}

export function identityOf({ name }: TestUser): Identity {
  const arn = `arn:aws:iam::${account}:user/${name}`
  return { kind: 'user', account, arn, principalArn: arn, userId: `AIDA${name}`, name, asOf: '1' }
}

export function callerOf(user: TestUser): Caller {
  return { ...testCaller, identity: identityOf(user) }
}

const rootArn = `arn:aws:iam::${account}:root`
export const rootCaller: Caller = {
  ...testCaller,
  identity: { kind: 'root', account, arn: rootArn, principalArn: rootArn, userId: account },
}

function rightsOf({ policy, boundary, session, tags = [] }: TestUser): CallerRights {
  return {
    identity: policy === undefined ? [] : [policyOf(policy)],
    ...(boundary && { boundary: policyOf(boundary) }),
    ...(session && { session: [policyOf(session)] }),
    tags,
  }
}

export interface GuardedDatabase extends Omit<TestDatabase, 'dispatch'> {
  readonly dispatcher: Dispatcher
  /** What a user is answered, or told: `AccessDeniedException: User …`. */
  readonly tell: (user: TestUser | 'root', operation: string, input: Json) => Promise<string>
  /** The same for a call that is ready. */
  readonly tellCall: (call: Call) => Promise<string>
}

export interface GuardedOptions {
  readonly engine?: Engine
  readonly users?: readonly TestUser[]
  /** By ARN. */
  readonly policies?: ReadonlyMap<string, NamedPolicy>
  readonly tags?: ReadonlyMap<string, readonly SessionTag[]>
}

export function openGuarded(options: GuardedOptions): GuardedDatabase {
  const { engine = memoryEngine(), users = [], policies, tags } = options
  const { database, ask } = openTestDatabase(engine)
  const known = new Map(users.map((user) => [user.name, user]))
  const permit = permitBy({
    rights: {
      rightsOf: ({ kind, name = '' }) =>
        rightsOf((kind === 'user' ? known.get(name) : undefined) ?? { name }),
    },
    resources: {
      find: (arn) => {
        const of = arn.replace(/\/index\/.*/, '')
        return { policy: policies?.get(of), tags: tags?.get(of) ?? [] }
      },
    },
  })
  const dispatcher = createDispatcher(database, { permit })
  const callers = new Map(users.map((user) => [user, callerOf(user)]))
  const tellCall = async (call: Call): Promise<string> => {
    try {
      return JSON.stringify((await dispatcher.dispatch(call)) ?? {})
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { type, message, payload } = error
      return `${type}: ${message}${Object.keys(payload).length > 0 ? JSON.stringify(payload) : ''}`
    }
  }
  return {
    database,
    ask,
    dispatcher,
    tellCall,
    tell: (user, operation, input) => {
      const caller = user === 'root' ? rootCaller : callers.get(user)!
      return tellCall(jsonCall(operation, JSON.parse(JSON.stringify(input)), caller))
    },
  }
}

export const keyedByText: Json = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}
