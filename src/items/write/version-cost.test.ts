/** What versions cost: nothing where there are none, two reads and one entry where there are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../../test/support/engines.js'
import { itemSizeBytes } from '../../model/item-size.js'
import type { Engine, Mutation, Read, Transaction } from '../../storage/engine.js'
import { keyOf, MemberTable } from '../member-suite.js'

interface Cost {
  readonly reads: number
  readonly mutations: readonly Mutation['kind'][]
}

/** An engine that tells what its transactions read and write. */
class CountingEngine {
  readonly engine: Engine
  readonly costs: Cost[] = []
  replaced = 0

  constructor() {
    const below = memoryEngine()
    this.engine = Object.assign(Object.create(below) as Engine, {
      read: below.read.bind(below),
      replace: (replacement: Parameters<Engine['replace']>[0]) => {
        this.replaced++
        return below.replace(replacement)
      },
      replaceAll: (...asked: Parameters<NonNullable<Engine['replaceAll']>>) => {
        this.replaced++
        return below.replaceAll!(...asked)
      },
      transact: <R extends readonly Read[], T>(transaction: Transaction<R, T>) =>
        below.transact({
          ...transaction,
          decide: (results) => {
            const decision = transaction.decide(results)
            const mutations = decision.mutations.map(({ kind }) => kind)
            this.costs.push({ reads: transaction.reads.length, mutations })
            return decision
          },
        }),
      spaces: below.spaces.bind(below),
    })
  }
}

const item = { ...keyOf('a'), note: { S: 'new' } }
const put = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
const bare = { indexes: [] }

async function costOfPut(member: MemberTable, counted: CountingEngine): Promise<readonly Cost[]> {
  const table = await member.table()
  counted.costs.length = 0
  counted.replaced = 0
  await member.items.write(table, { action: put, ignoresBefore: true })
  await member.items.write(table, { action: put })
  await member.items.batchWrite([{ table, action: { kind: 'delete', key: keyOf('a') } }])
  await member.items.transactWrite([{ table, write: { action: put } }])
  return counted.costs
}

describe('the versions of items', () => {
  it('cost nothing in a table that has no other regions', async () => {
    const counted = new CountingEngine()
    const member = await new MemberTable(counted.engine).create({ ...bare, stream: undefined })
    assert.deepEqual(await costOfPut(member, counted), [
      { reads: 1, mutations: ['put'] },
      { reads: 1, mutations: ['put', 'tally'] },
    ])
    assert.equal(counted.replaced, 2)
  })

  it('cost nothing in a table with a stream either', async () => {
    const counted = new CountingEngine()
    const member = await new MemberTable(counted.engine).create(bare)
    assert.deepEqual(await costOfPut(member, counted), [
      { reads: 1, mutations: ['put', 'tally', 'append'] },
      { reads: 1, mutations: ['put'] },
      { reads: 1, mutations: ['delete', 'tally', 'append'] },
      { reads: 1, mutations: ['put', 'tally', 'append'] },
    ])
  })

  it('cost two reads and an entry in a member of a global table', async () => {
    const counted = new CountingEngine()
    const member = await new MemberTable(counted.engine).createMember(bare)
    assert.deepEqual(await costOfPut(member, counted), [
      { reads: 3, mutations: ['put', 'tally', 'put', 'append'] },
      { reads: 3, mutations: ['put', 'put', 'append'] },
      { reads: 3, mutations: ['delete', 'tally', 'put', 'append'] },
      { reads: 3, mutations: ['put', 'tally', 'put', 'append'] },
    ])
  })
})
