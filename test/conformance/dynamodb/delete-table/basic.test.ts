/** DeleteTable: the table is removed, its name can be used again, deletion protection works. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const absent = newTableName('absent')

async function untilGone(TableName: string): Promise<void> {
  while ((await client.call('DescribeTable', { TableName })).status === 200);
}

describe('DeleteTable', () => {
  it('describes the table as DELETING, without its keys and indexes', async () => {
    const TableName = await client.createTable(indexed)
    const answer = await client.ask('DeleteTable', { TableName })
    const description = answer['TableDescription'] as Json
    assert.equal(description['TableStatus'], 'DELETING')
    assert.equal(description['TableName'], TableName)
    assert.match(description['TableArn'] as string, new RegExp(`:table/${TableName}$`))
    // AWS: the description of a deleted table lacks these.
    for (const member of [
      'KeySchema',
      'AttributeDefinitions',
      'CreationDateTime',
      'GlobalSecondaryIndexes',
      'LocalSecondaryIndexes',
      'WarmThroughput',
    ]) {
      assert.equal(member in description, false, member)
    }
  })

  it('deletes the table and its items', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    await client.ask('DeleteTable', { TableName })
    await untilGone(TableName)
    const described = client.call('DescribeTable', { TableName })
    await expectError(described, 'ResourceNotFoundException', say.tableNotFound(TableName))
    const got = client.call('GetItem', { TableName, Key: { pk: { S: 'a' } } })
    await expectError(got, 'ResourceNotFoundException', say.resourceNotFound)
    const { TableNames } = await client.ask('ListTables', {})
    assert.equal((TableNames as string[]).includes(TableName), false)
  })

  it('accepts an ARN', async () => {
    const TableName = await client.createTable(partitionOnly())
    const { TableArn } = await client.untilActive(TableName)
    await client.ask('DeleteTable', { TableName: TableArn })
    await untilGone(TableName)
  })

  it('is refused until deletion protection is off', async () => {
    const TableName = await client.createTable({
      ...partitionOnly(),
      DeletionProtectionEnabled: true,
    })
    await expectError(
      client.call('DeleteTable', { TableName }),
      'ValidationException',
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    )
    await client.ask('UpdateTable', { TableName, DeletionProtectionEnabled: false })
    await client.untilActive(TableName)
    await client.ask('DeleteTable', { TableName })
  })
})

describe('DeleteTable refuses', () => {
  checkRefusals(client, 'DeleteTable', {}, [
    ['no table name', {}, say.tableNameRequired],
    [
      'an empty table name',
      { TableName: '' },
      say.failures(
        say.failure('', 'tableName', say.lengthAtLeast(3)),
        say.failure('', 'tableName', say.namePattern),
      ),
    ],
    [
      'a short table name',
      { TableName: 'ab' },
      say.failures(say.failure('ab', 'tableName', say.lengthAtLeast(3))),
    ],
    [
      'a long table name',
      { TableName: 'a'.repeat(256) },
      say.failures(say.failure('a'.repeat(256), 'tableName', say.lengthAtMost(255))),
    ],
    [
      'a bad table name',
      { TableName: 'abc;' },
      say.failures(say.failure('abc;', 'tableName', say.namePattern)),
    ],
    [
      'a table that does not exist',
      { TableName: absent },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
  ])
})
