/** A table that is no longer read through DAX stops keeping its changes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { Catalog } from '../catalog/catalog.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { unfenced } from '../storage/fence.js'
import { ensureFormat } from '../storage/format.js'
import { unusedTableMsMax } from './limits.js'
import { TableUses } from './table-uses.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const name = 'things'

async function open() {
  const engine = await openTestEngine()
  await ensureFormat(engine)
  const clock = new VirtualClock()
  const settings = { tableTransitionMs: 0 }
  const catalog = new Catalog({ engine, clock, random: systemRandom, settings })
  const throughput = { readUnits: 0, writeUnits: 0, decreasesToday: 0 }
  await catalog.createTable({
    ...scope,
    name,
    keySchema: { partition: { name: 'pk', type: 'S' } },
    attributeTypes: { pk: 'S' },
    indexes: [],
    billing: { mode: 'on-demand', throughput },
    deletionProtection: false,
    tags: [],
  })
  const accelerated = { sinceMs: clock.now() }
  await catalog.changeSetting(scope, name, (definition) => ({ ...definition, accelerated }))
  const uses = new TableUses({ engine, catalog, clock, time: { now: async () => clock.now() } })
  const isAccelerated = async () => {
    await uses.endUnused(unfenced)
    const { accelerated: found, changes } = await catalog.requireTable(scope, name)
    assert.equal(found === undefined, changes === undefined)
    return found !== undefined
  }
  return { catalog, clock, uses, isAccelerated }
}

describe('tables that DAX has used', () => {
  it('are followed until a day after their last use', async () => {
    const { catalog, clock, uses, isAccelerated } = await open()
    clock.advance(unusedTableMsMax - 1)
    assert.equal(await isAccelerated(), true)
    const { space } = await catalog.requireTable(scope, name)
    await uses.note(space)
    clock.advance(unusedTableMsMax - 1)
    assert.equal(await isAccelerated(), true)
    clock.advance(1)
    assert.equal(await isAccelerated(), false)
  })

  it('are not followed any longer if nobody has used them since', async () => {
    const { clock, isAccelerated } = await open()
    clock.advance(unusedTableMsMax)
    assert.equal(await isAccelerated(), false)
  })
})
