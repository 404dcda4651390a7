/** DescribeLimits: the quotas of an account in a region. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'

const client = await connect()

describe('DescribeLimits', () => {
  it('answers with four numbers, tables within the account', async () => {
    const limits = await client.ask('DescribeLimits', {})
    assert.deepEqual(Object.keys(limits).sort(), [
      'AccountMaxReadCapacityUnits',
      'AccountMaxWriteCapacityUnits',
      'TableMaxReadCapacityUnits',
      'TableMaxWriteCapacityUnits',
    ])
    for (const value of Object.values(limits))
      assert.ok(Number.isInteger(value) && Number(value) > 0)
    for (const kind of ['Read', 'Write']) {
      const account = limits[`AccountMax${kind}CapacityUnits`] as number
      assert.ok((limits[`TableMax${kind}CapacityUnits`] as number) <= account)
    }
  })
})
