/** Requests about replicas that were decided while another one was faster. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Engine } from '../storage/engine.js'
import { memoryEngine } from '../../test/support/engines.js'
import { create, openReplicas, schema } from './replicas-suite.js'

const here = { TableName: 'things' }

/** An engine on which something else happens before the next transaction. */
function overtakenEngine() {
  const store = memoryEngine()
  let overtake: (() => Promise<unknown>) | undefined
  const transact: Engine['transact'] = async (transaction) => {
    const first = overtake
    overtake = undefined
    await first?.()
    return store.transact(transaction)
  }
  const engine = new Proxy(store, {
    get(target, name) {
      const value: unknown = name === 'transact' ? transact : Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { engine, overtakeBy: (work: () => Promise<unknown>) => void (overtake = work) }
}

async function openOvertaken() {
  const { engine, overtakeBy } = overtakenEngine()
  const replicas = openReplicas({ engine })
  const east = replicas.in('us-east-1')
  await east('CreateTable', { ...here, ...schema })
  const add = (region: string) => east('UpdateTable', { ...here, ...create(region) })
  const statesIn = async (region: string) => {
    const { Table } = await replicas.in(region)('DescribeTable', here)
    const { TableStatus, Replicas = [] } = Table as {
      readonly TableStatus: string
      readonly Replicas?: readonly { readonly RegionName: string; readonly ReplicaStatus: string }[]
    }
    return [TableStatus, ...Replicas.map((each) => `${each.RegionName} ${each.ReplicaStatus}`)]
  }
  return { ...replicas, east, add, statesIn, overtakeBy }
}

describe('a replica that is asked for', () => {
  it('twice at once is added once', async () => {
    const { add, work, statesIn, overtakeBy } = await openOvertaken()
    overtakeBy(() => add('us-west-2'))
    await assert.rejects(
      add('us-west-2'),
      /already exists with replicas in regions: us-east-1, us-west-2\.$/,
    )
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'us-west-2 ACTIVE'])
    assert.deepEqual(await statesIn('us-west-2'), ['ACTIVE', 'us-east-1 ACTIVE'])
  })

  it('while another one is added waits for that', async () => {
    const { add, work, statesIn, overtakeBy } = await openOvertaken()
    overtakeBy(() => add('us-west-2'))
    await assert.rejects(add('eu-west-1'), /attempting to change is in use\.$/)
    await work()
    await add('eu-west-1')
    await work()
    const entries = ['us-west-2 ACTIVE', 'eu-west-1 ACTIVE']
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', ...entries])
  })

  it('while its table is being deleted keeps the table', async () => {
    const { add, east, work, statesIn, overtakeBy } = await openOvertaken()
    overtakeBy(() => add('us-west-2'))
    await assert.rejects(east('DeleteTable', here), /attempting to change is in use\.$/)
    await work()
    assert.deepEqual(await statesIn('us-west-2'), ['ACTIVE', 'us-east-1 ACTIVE'])
  })
})
