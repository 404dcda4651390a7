/** The stages of a call, on servers that have them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { totalUnits } from '../capacity/units.js'
import { staleTableRetriesMax } from '../catalog/limits.js'
import type { ServiceError } from '../model/errors.js'
import { accessDenied, validation } from '../model/errors.js'
import { GuardBroken } from '../storage/errors.js'
import { openTestDatabase } from './database-suite.js'
import type { FinishedCall } from './dispatch/finished-call.js'
import type { Stages } from './dispatch/stages.js'
import { createDispatcher } from './dispatch.js'
import { jsonCall } from './json-call-suite.js'
import type { Operation } from './operation.js'
import { requireOperation } from './registry.js'

const TableName = 'things'
const Item = { pk: { S: 'a' } }

async function open(stages: Stages) {
  const { database, ask } = openTestDatabase(memoryEngine())
  await ask('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  return createDispatcher(database, stages)
}

function endOf({ call, outcome }: FinishedCall): string {
  const { name } = call.operation.definition
  if (outcome.kind === 'answered') return `${name} ${totalUnits(outcome.result.work ?? [])}`
  return `${name} ${(outcome.error as ServiceError).type}`
}

describe('the stages of a call', () => {
  it('run one after another, each with what it needs', async () => {
    const seen: string[] = []
    const dispatcher = await open({
      permit: () => ({
        denialOf: (_ctx, { action }, table) => void seen.push(`permit ${action} ${table?.name}`),
      }),
      admission: {
        isOn: true,
        admit: ({ request, tables }) => {
          seen.push(`admit ${tables[0]?.name}`)
          return request
        },
      },
      charge: (_ctx, work) => void seen.push(`charge ${totalUnits(work)}`),
      measure: (call) => void seen.push(`measure ${endOf(call)}`),
      audit: (call) => void seen.push(`audit ${endOf(call)}`),
    })
    await dispatcher.dispatch(jsonCall('PutItem', { TableName, Item }))
    assert.deepEqual(seen, [
      'permit dynamodb:PutItem things',
      'admit things',
      'charge 1',
      'measure PutItem 1',
      'audit PutItem 1',
    ])
  })

  it('end when one refuses, which is measured too', async () => {
    const ended: string[] = []
    const dispatcher = await open({
      permit: () => ({ denialOf: () => accessDenied('no') }),
      admission: { isOn: true, admit: () => assert.fail('admitted') },
      measure: (call) => void ended.push(endOf(call)),
    })
    const refused = (json: unknown) =>
      assert.rejects(dispatcher.dispatch(jsonCall('PutItem', json)))
    await refused({ TableName, Item })
    await refused({ TableName: 'missing', Item })
    await refused({ TableName: '', Item })
    assert.deepEqual(ended, [
      'PutItem AccessDeniedException',
      'PutItem AccessDeniedException',
      'PutItem ValidationException',
    ])
  })
})

describe('a table that changes while it is used', () => {
  /** Breaks the guard of the first attempts. */
  async function attemptsUntil(broken: number): Promise<number> {
    let attempts = 0
    const dispatcher = await open({
      admission: {
        isOn: true,
        admit: ({ request }) => {
          if (++attempts <= broken) throw new GuardBroken('the table was changed')
          return request
        },
      },
    })
    await dispatcher.dispatch(jsonCall('PutItem', { TableName, Item }))
    return attempts
  }

  it('is waited for', async () => {
    assert.equal(await attemptsUntil(1), 2)
    assert.equal(await attemptsUntil(staleTableRetriesMax - 1), staleTableRetriesMax)
  })

  it('is not waited for without end', async () => {
    await assert.rejects(attemptsUntil(staleTableRetriesMax), { kind: 'conflict' })
  })
})

describe('a call from within the server', () => {
  const asking = (run: Operation['run']): Operation => {
    return { ...requireOperation('dynamodb.DescribeLimits'), run }
  }

  it('goes through the same door as any other, as the same caller', async () => {
    const calls: string[] = []
    const permit: Stages['permit'] = ({ caller }) => ({
      denialOf: (_ctx, { action }) => void calls.push(`${caller.accessKeyId} ${action}`),
    })
    const dispatcher = await open({ permit })
    const operation = asking(async (ctx) => ({ output: await ctx.call('dynamodb.ListTables', {}) }))
    const call = { ...jsonCall('DescribeLimits', {}), operation }
    assert.deepEqual(await dispatcher.dispatch(call), { TableNames: [TableName] })
    assert.deepEqual(calls, ['test dynamodb:DescribeLimits', 'test dynamodb:ListTables'])
  })

  it('is checked like any other', async () => {
    const dispatcher = await open({})
    const operation = asking(async (ctx) => ({
      output: await ctx.call('dynamodb.GetItem', { TableName: '', Key: Item }),
    }))
    const call = { ...jsonCall('DescribeLimits', {}), operation }
    await assert.rejects(dispatcher.dispatch(call), { type: validation('').type })
  })
})
