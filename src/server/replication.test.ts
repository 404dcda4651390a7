/** Global tables of one server, from outside: what is written in a region is read in another, and can be made to wait. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '../../test/support/until.js'
import { callTo } from './endpoint-call.js'
import type { JsonCall } from './json-call.js'
import { createGlobalTable, deployment, rootKey, type TestDeployment } from './links-suite.js'

const [east, west] = ['us-east-1', 'eu-west-1'] as const
const TableName = 'orders'

interface Named {
  readonly pk: { readonly S: string }
}

describe('a global table of one server', () => {
  let server: TestDeployment
  let regions: Readonly<Record<string, JsonCall>>

  before(async () => {
    server = await deployment(east, { tableTransitionMs: 0 })
    const url = new URL(server.url)
    regions = Object.fromEntries(
      [east, west].map((region) => [region, callTo({ ...rootKey, url, region })]),
    )
    await createGlobalTable(server, TableName, west, () => put(east, 'before'))
  })
  after(() => server.gramme.stop())

  const put = (region: string, pk: string) =>
    regions[region]!('dynamodb.PutItem', { TableName, Item: { pk: { S: pk } } })

  async function names(region: string): Promise<readonly string[]> {
    const { Items = [] } = await regions[region]!('dynamodb.Scan', { TableName })
    return Items.map((item) => (item as unknown as Named).pk.S).sort()
  }

  const arrives = (region: string, expected: readonly string[]) =>
    until(
      async () => JSON.stringify(await names(region)) === JSON.stringify(expected),
      async () => `${region} has ${(await names(region)).join(', ')}`,
    )

  it('has in the new region what was there, and what is written later in either', async () => {
    assert.deepEqual(await names(west), ['before'])
    await put(east, 'from-east')
    await put(west, 'from-west')
    for (const region of [east, west]) await arrives(region, ['before', 'from-east', 'from-west'])
    await regions[west]!('dynamodb.DeleteItem', { TableName, Key: { pk: { S: 'before' } } })
    await arrives(east, ['from-east', 'from-west'])
  })

  it('shows how far each region is, and waits where it is told to', async () => {
    const direction = { TableName, FromRegion: east, ToRegion: west }
    const { Links: paused = [] } = await server.call('gramme.UpdateReplicationLink', {
      ...direction,
      Paused: true,
    })
    assert.deepEqual(
      paused.map(({ FromRegion, ToRegion, State, Paused }) => [
        FromRegion,
        ToRegion,
        State,
        Paused,
      ]),
      [[east, west, 'PAUSED', true]],
    )
    await put(east, 'waits')
    await put(west, 'passes')
    await arrives(east, ['from-east', 'from-west', 'passes', 'waits'])
    const { Links = [] } = await server.call('gramme.ListReplicationLinks', {})
    const shown = Links.map(({ FromRegion, ToRegion, State, PendingChanges }) => {
      return [FromRegion, ToRegion, State, PendingChanges]
    })
    assert.deepEqual(shown, [
      [west, east, 'FOLLOWING', 0],
      [east, west, 'PAUSED', 1],
    ])
    assert.deepEqual(await names(west), ['from-east', 'from-west', 'passes'])
    await server.call('gramme.UpdateReplicationLink', { ...direction, Paused: false })
    await arrives(west, ['from-east', 'from-west', 'passes', 'waits'])
  })

  it('is asked for by a table and regions that it has', async () => {
    const { call } = server
    await assert.rejects(
      call('gramme.ListReplicationLinks', { TableName: 'others' }),
      /Global table with name: 'others' does not exist/,
    )
    await assert.rejects(
      call('gramme.UpdateReplicationLink', { TableName, FromRegion: 'us-west-1', Paused: true }),
      /no changes between these regions/,
    )
    await assert.rejects(
      call('gramme.UpdateReplicationLink', { TableName }),
      /At least one of Paused and DelayMilliseconds/,
    )
    await assert.rejects(
      call('gramme.UpdateReplicationLink', { TableName, DelayMilliseconds: 86_400_001 }),
      /delayMilliseconds/i,
    )
    const { Links = [] } = await call('gramme.UpdateReplicationLink', {
      TableName,
      DelayMilliseconds: 86_400_000,
    })
    assert.deepEqual(
      Links.map(({ DelayMilliseconds }) => DelayMilliseconds),
      [86_400_000, 86_400_000],
    )
    await call('gramme.UpdateReplicationLink', { TableName, DelayMilliseconds: -1 })
  })
})
