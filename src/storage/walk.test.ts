import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import type { Mutation } from './engine.js'
import { walkPages } from './walk.js'

describe('a long walk', () => {
  it('lets others have a turn between two pages, on an engine that answers at once', async () => {
    const space = 7
    const puts = Array.from({ length: 30 }, (_, i): Mutation => {
      return { kind: 'put', space, key: Buffer.of(i), value: Buffer.of() }
    })
    const mutations: Mutation[] = [{ kind: 'create-space', space, label: 'walked' }, ...puts]
    const engine = memoryEngine()
    await engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })

    let turns = 0
    const count = (): void => void (turns++, (timer = setImmediate(count)))
    let timer = setImmediate(count)
    const seen: number[] = []
    const range = { space, from: Buffer.of(0), to: Buffer.of(255), entriesMax: 10 }
    for await (const page of walkPages(engine, range)) {
      assert.equal(page.length, 10)
      seen.push(turns)
    }
    clearImmediate(timer)
    assert.equal(new Set(seen).size, 3)
  })
})
