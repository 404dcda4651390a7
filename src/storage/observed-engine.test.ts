/** Which writes are told. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { systemSpace, type Mutation } from './engine.js'
import { GuardBroken } from './errors.js'
import { ObservedEngine } from './observed-engine.js'

const space = 5
const key = (text: string) => Buffer.from(text)
const value = Buffer.from('value')

async function open() {
  const engine = new ObservedEngine(await openTestEngine())
  const told: string[] = []
  engine.observe((where, written) => told.push(`${where} ${Buffer.from(written).toString()}`))
  const write = (...mutations: readonly Mutation[]) =>
    engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  await write({ kind: 'create-space', space, label: 'things' })
  return { engine, told, write }
}

describe('an observed engine', () => {
  it('tells of every entry that was put or deleted', async () => {
    const { engine, told, write } = await open()
    await write(
      { kind: 'put', space, key: key('a'), value },
      { kind: 'tally', space, entries: 1, bytes: 1 },
      { kind: 'delete', space: systemSpace, key: key('b') },
      { kind: 'append', space, log: key('log'), value },
    )
    await engine.replace({ space, key: key('c'), value, weigh: () => 1 })
    const several = ['d', 'e'].map((name) => ({ space, key: key(name), value, weigh: () => 1 }))
    await engine.replaceAll?.(several, [])
    const replaced = engine.replaceAll === undefined ? [] : ['5 d', '5 e']
    assert.deepEqual(told, ['5 a', '0 b', '5 c', ...replaced])
  })

  it('lets errors pass', async () => {
    const { engine } = await open()
    const broken = { space: systemSpace, key: key('guard'), value }
    const decide = () => ({ mutations: [], result: undefined })
    await assert.rejects(engine.transact({ guards: [broken], reads: [], decide }), GuardBroken)
  })

  it('tells of a write that was decided and failed: it may have happened', async () => {
    const { engine, told } = await open()
    const mutation = { kind: 'put', space: 99, key: key('a'), value } as const
    const decide = () => ({ mutations: [mutation], result: undefined })
    await assert.rejects(engine.transact({ reads: [], decide }))
    assert.deepEqual(told, ['99 a'])
  })
})
