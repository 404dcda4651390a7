import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TableHolds } from './table-holds.js'

const scope = { account: '000000000000', region: 'r' }
const things = { ...scope, name: 'things' }

describe('a change of a table', () => {
  it('lets all requests go first that hold the table', async () => {
    const holds = new TableHolds()
    const first = holds.begin([things, things])
    const second = holds.begin([things, { ...scope, name: 'others' }])
    let passed = false
    const change = holds.pass(scope, 'things').then(() => (passed = true))
    for (const release of [first, second]) {
      for (let turn = 0; turn < 5; turn++) await nextTurn()
      assert.equal(passed, false)
      release()
    }
    await change
    await holds.pass(scope, 'others')
  })

  it('does not wait for other tables', async () => {
    const holds = new TableHolds()
    holds.begin([things])
    await holds.pass(scope, 'others')
    await holds.pass({ ...scope, region: 'elsewhere' }, 'things')
  })

  it('does not wait without end', async () => {
    const holds = new TableHolds()
    holds.begin([things])
    await holds.pass(scope, 'things')
  })
})
