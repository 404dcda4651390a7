/** How often the protection of a table changes, by a clock that is set. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { openTestDatabase } from './database-suite.js'
import { schema } from './replicas-suite.js'

const TableName = 'things'
const start = Date.parse('2026-10-08T23:07:23.207Z')

async function open(protectionIntervalMs?: number) {
  const clock = new VirtualClock(start)
  const settings = { clock, ...(protectionIntervalMs !== undefined && { protectionIntervalMs }) }
  const { ask } = openTestDatabase(memoryEngine(), settings)
  await ask('CreateTable', { TableName, ...schema })
  const protect = (DeletionProtectionEnabled: boolean) =>
    ask('UpdateTable', { TableName, DeletionProtectionEnabled }).then(() => 'accepted', String)
  return { clock, protect }
}

const tooSoon =
  'ThrottlingException: Deletion protection setting for table things modified within the previous 15000 milliseconds. Please try again after 2026-10-08T23:07:38.207'

describe('the protection of a table', () => {
  it('changes once in 15 seconds, and may be asked for as it is otherwise', async () => {
    const { clock, protect } = await open(15_000)
    assert.equal(await protect(false), 'accepted')
    assert.equal(await protect(true), 'accepted')
    assert.equal(await protect(true), tooSoon)
    clock.advance(14_999)
    assert.equal(await protect(false), tooSoon)
    clock.advance(1)
    assert.equal(await protect(true), 'accepted')
    assert.equal(await protect(false), 'accepted')
    clock.advance(-60_000)
    assert.equal(await protect(true), 'accepted')
  })

  it('changes at any time if nobody has to wait', async () => {
    const { protect } = await open()
    for (const on of [true, false, true, true]) assert.equal(await protect(on), 'accepted')
  })
})
