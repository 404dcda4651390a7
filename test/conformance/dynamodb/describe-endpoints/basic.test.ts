/** DescribeEndpoints: where to send requests, for clients that discover endpoints. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'

const client = await connect()

describe('DescribeEndpoints', () => {
  it('answers with one address that a client can use', async () => {
    const { Endpoints } = await client.ask('DescribeEndpoints', {})
    const [endpoint] = Endpoints as readonly Json[]
    assert.equal((Endpoints as readonly Json[]).length, 1)
    assert.equal(endpoint?.['CachePeriodInMinutes'], 1440)
    assert.match(endpoint?.['Address'] as string, /^[^/\s]+$/)
  })
})
