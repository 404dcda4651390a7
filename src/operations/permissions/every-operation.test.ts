/**
 * Every operation, by a caller without rights and by one with all: the first is refused in AWS's sentence
 * before anything of a table was read or written, whether or not the table exists.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../../test/support/engines.js'
import { type Engine, type Read, systemSpace } from '../../storage/engine.js'
import { accessRows, checkedInput } from '../access-rows-suite.js'
import type { Access } from '../access.js'
import { openTestDatabase, type Json } from '../database-suite.js'
import type { Operation, OperationContext } from '../operation.js'
import { allOperations } from '../registry.js'
import { callerOf, keyedByText, openGuarded, type TestUser } from './permissions-suite.js'

const nobody: TestUser = { name: 'nobody' }
const admin: TestUser = {
  name: 'admin',
  policy: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
}

/** Notes what is done to the spaces of tables, and everything that is written anywhere. */
function watched(engine: Engine): { readonly engine: Engine; readonly seen: string[] } {
  const seen: string[] = []
  const see = (reads: readonly Read[]) => {
    if (reads.some(({ space }) => space !== systemSpace)) seen.push('read')
  }
  const watching: Partial<Engine> = {
    read: (reads, guards) => {
      see(reads)
      return engine.read(reads, guards)
    },
    readNow: (reads, guards) => {
      see(reads)
      return engine.readNow!(reads, guards)
    },
    transact: (transaction) => {
      seen.push('transact')
      return engine.transact(transaction)
    },
    replace: (replacement) => {
      seen.push('replace')
      return engine.replace(replacement)
    },
    replaceAll: (replacements, guards) => {
      seen.push('replace')
      return engine.replaceAll!(replacements, guards)
    },
  }
  const watcher = new Proxy(engine, {
    get: (target, name) => {
      const own = watching[name as keyof Engine]
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { engine: watcher, seen }
}

async function open() {
  const { engine, seen } = watched(memoryEngine())
  const guarded = openGuarded({ engine, users: [nobody, admin] })
  await guarded.ask('CreateTable', { TableName: 'things', ...keyedByText })
  await guarded.ask('PutItem', { TableName: 'things', Item: { pk: { S: 'a' }, n: { N: '1' } } })
  seen.length = 0
  const call = (operation: Operation, json: Json, user: TestUser) =>
    guarded.tellCall({
      operation,
      input: checkedInput(operation, json),
      caller: callerOf(user),
      host: 'here',
      requestId: 'test',
    })
  return { call, seen }
}

/** Of those that anybody may call, or that are decided in their own way. */
async function needsNothing(operation: Operation, json: Json): Promise<boolean> {
  return (await accessesOf(operation, json)).length === 0
}

const { database } = openTestDatabase(memoryEngine())
const origin = { caller: callerOf(nobody), host: 'here', requestId: 'test' }
const ctx = { ...database, ...origin } as OperationContext

async function accessesOf(operation: Operation, json: Json): Promise<readonly Access[]> {
  await operation.load?.()
  return operation.access(ctx, operation.read(checkedInput(operation, json), ctx))
}

async function sentenceFor(operation: Operation, json: Json): Promise<string> {
  const [first] = await accessesOf(operation, json)
  assert.ok(first !== undefined)
  const { action, resource, isPrefix } = first
  return (
    'User: arn:aws:iam::000000000000:user/nobody is not authorized to perform: ' +
    `${action} on resource: ${resource}${isPrefix === true ? '*' : ''} because no identity-based policy allows the ${action} action`
  )
}

/** The request, and the same for a table that does not exist. An iterator cannot be made for one. */
function variantsOf(json: Json): readonly Json[] {
  if ('ShardIterator' in json) return [json]
  return [json, JSON.parse(JSON.stringify(json).replaceAll('things', 'absent')) as Json]
}

describe('a caller without rights', () => {
  for (const operation of allOperations) {
    it(`is refused ${operation.definition.id}, which touches nothing`, async () => {
      const { call, seen } = await open()
      for (const [json] of accessRows(operation)) {
        if (await needsNothing(operation, json)) continue
        for (const asked of variantsOf(json)) {
          const told = await call(operation, asked, nobody)
          assert.ok(told.includes(await sentenceFor(operation, asked)), told)
          assert.deepEqual(seen, [], 'something was read or written')
        }
      }
    })
  }
})

describe('a caller with all rights', () => {
  for (const operation of allOperations) {
    it(`may call ${operation.definition.id}`, async () => {
      const { call } = await open()
      for (const [json] of accessRows(operation)) {
        const told = await call(operation, json, admin)
        assert.doesNotMatch(told, /because no identity-based policy/)
      }
    })
  }

  it('is seen to read', async () => {
    const { call, seen } = await open()
    const getItem = allOperations.find(({ definition }) => definition.name === 'GetItem')!
    await call(getItem, { TableName: 'things', Key: { pk: { S: 'a' } } }, admin)
    assert.deepEqual(seen, ['read'])
  })
})

describe('operations that need no right', () => {
  it('are known', async () => {
    const names: string[] = []
    for (const operation of allOperations) {
      const asked = accessRows(operation).map(([json]) => needsNothing(operation, json))
      if ((await Promise.all(asked)).every(Boolean)) names.push(operation.definition.id)
    }
    assert.deepEqual(names.sort(), withoutRights)
  })
})

/** AWS: who one is may always be asked; roles are assumed by their own policies. */
const withoutRights: readonly string[] = [
  'sts.AssumeRole',
  'sts.AssumeRoleWithWebIdentity',
  'sts.GetCallerIdentity',
  'sts.GetSessionToken',
]
