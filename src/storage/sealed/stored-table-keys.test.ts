import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LocalKeys, newLocalKey, readLocalKeys } from '../../keys/local-keys.js'
import { systemRandom } from '../../stdx/random.js'
import type { Engine } from '../engine.js'
import { create, space, write } from '../engine-testing-suite.js'
import { MemoryEngine } from '../memory/memory-engine.js'
import { decodeDataKey, getDataKey } from './seal-records.js'
import { sealed } from './sealed-suite.js'
import { StoredTableKeys } from './stored-table-keys.js'

const wrapperOf = async (below: Engine) => {
  const [stored] = await below.read([getDataKey('table')])
  const { wrapped, spaces } = decodeDataKey(stored!)
  return { masterKey: wrapped.masterKey, spaces }
}

describe('the data key of a table that is wrapped by another key', () => {
  it('is stored with the definition, and not before', async () => {
    const lines = [newLocalKey(systemRandom), newLocalKey(systemRandom)]
    const [first, second] = lines.map(({ line }) => readLocalKeys(line, 'The test')[0]!)
    const masterKeys = new LocalKeys([first!], systemRandom)
    const below = new MemoryEngine()
    const { engine, keys: dataKeys } = await sealed(below, masterKeys)
    const owned = { owner: 'table', isNewOwner: true } as const
    await write(engine, [{ ...create(space), ...owned }])
    masterKeys.replaceBy([second!, first!])
    const tableKeys = new StoredTableKeys({ dataKeys, masterKeys })
    const beside = (await tableKeys.rewrap('table', undefined))!
    assert.deepEqual(await wrapperOf(below), { masterKey: first!.id, spaces: [space] })
    // Meanwhile the table gets an index.
    await write(engine, [{ ...create(9), ...owned }])
    await engine.transact({
      reads: [beside.read],
      decide: ([stored]) => ({ mutations: beside.mutations(stored), result: undefined }),
    })
    assert.deepEqual(await wrapperOf(below), { masterKey: second!.id, spaces: [space, 9] })
    assert.equal(await tableKeys.rewrap('nobody', undefined), undefined)
  })
})
