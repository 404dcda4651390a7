/** UpdateTimeToLive and DescribeTimeToLive: the description shows what was set. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')
const setting = (Enabled: unknown, AttributeName: unknown): Json => ({
  TimeToLiveSpecification: { Enabled, AttributeName },
})
const described = async (TableName: string): Promise<Json> =>
  (await client.ask('DescribeTimeToLive', { TableName }))['TimeToLiveDescription'] as Json

describe('time to live', () => {
  it('is disabled at first', async () => {
    assert.deepEqual(await described(table), { TimeToLiveStatus: 'DISABLED' })
  })

  it('is enabled under a name', async () => {
    const TableName = await client.createTable(partitionOnly())
    const answer = await client.ask('UpdateTimeToLive', { TableName, ...setting(true, 'expires') })
    assert.deepEqual(answer, setting(true, 'expires'))
    const { TimeToLiveStatus, AttributeName } = await described(TableName)
    assert.match(TimeToLiveStatus as string, /^ENABL(ED|ING)$/)
    assert.equal(AttributeName, 'expires')
  })

  it('is not enabled twice, nor under another name', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('UpdateTimeToLive', { TableName, ...setting(true, 'expires') })
    const again = client.call('UpdateTimeToLive', { TableName, ...setting(true, 'expires') })
    await expectError(again, 'ValidationException', 'TimeToLive is already enabled')
    const other = client.call('UpdateTimeToLive', { TableName, ...setting(true, 'other') })
    await expectError(
      other,
      'ValidationException',
      /^TimeToLive is active on a different AttributeName: current AttributeName is expires/,
    )
  })

  it('changes once in 31 minutes', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('UpdateTimeToLive', { TableName, ...setting(true, 'expires') })
    const off = client.call('UpdateTimeToLive', { TableName, ...setting(false, 'expires') })
    await expectError(
      off,
      'ValidationException',
      'Time to live has been modified multiple times within a fixed interval',
    )
  })

  it('changes at once for a new table of the same name', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('UpdateTimeToLive', { TableName, ...setting(true, 'expires') })
    await client.ask('DeleteTable', { TableName })
    while ((await client.call('DescribeTable', { TableName })).status === 200);
    await client.ask('CreateTable', { TableName, ...partitionOnly() })
    await client.untilActive(TableName)
    await client.ask('UpdateTimeToLive', { TableName, ...setting(true, 'other') })
  })

  it('changes at any time if the server was started so', async () => {
    const hasty = await connect({ ttlChangeIntervalMs: 0 })
    const TableName = await hasty.createTable(partitionOnly())
    for (const Enabled of [true, false, true]) {
      await hasty.ask('UpdateTimeToLive', { TableName, ...setting(Enabled, 'expires') })
    }
  })

  it('cannot be disabled if it is not enabled', async () => {
    const off = client.call('UpdateTimeToLive', { TableName: table, ...setting(false, 'ttl') })
    await expectError(off, 'ValidationException', 'TimeToLive is already disabled')
  })
})

describe('UpdateTimeToLive refuses', () => {
  const at = (member: string): string => `timeToLiveSpecification.${member}`
  checkRefusals(client, 'UpdateTimeToLive', { TableName: table, ...setting(true, 'ttl') }, [
    [
      'a table that does not exist',
      { TableName: absent },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
    [
      'an empty name',
      setting(true, ''),
      say.failures(say.failure('', at('attributeName'), say.lengthAtLeast(1))),
    ],
    [
      'a name of 256 characters',
      setting(true, 'x'.repeat(256)),
      say.failures(say.failure('x'.repeat(256), at('attributeName'), say.lengthAtMost(255))),
    ],
    [
      'no name',
      setting(true, null),
      say.failures(say.failure(null, at('attributeName'), say.notNull)),
    ],
    [
      'no switch',
      setting(null, 'ttl'),
      say.failures(say.failure(null, at('enabled'), say.notNull)),
    ],
    [
      'an empty change, the attribute first',
      { TimeToLiveSpecification: {} },
      say.failures(
        say.failure(null, 'timeToLiveSpecification.attributeName', say.notNull),
        say.failure(null, 'timeToLiveSpecification.enabled', say.notNull),
      ),
    ],
    [
      'nothing at all',
      { TimeToLiveSpecification: null },
      /Value null at 'timeToLiveSpecification' failed to satisfy constraint: Member must not be null/,
    ],
  ])
})

describe('DescribeTimeToLive refuses', () => {
  checkRefusals(client, 'DescribeTimeToLive', {}, [
    ['no table name', {}, say.tableNameRequired],
    [
      'a short table name',
      { TableName: 'ab' },
      say.failures(say.failure('ab', 'tableName', say.lengthAtLeast(3))),
    ],
    [
      'a table that does not exist',
      { TableName: absent },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
  ])
})
