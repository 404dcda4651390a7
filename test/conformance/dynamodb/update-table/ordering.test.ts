/**
 * Of two faults in one UpdateTable, the earlier check answers; the rows follow the service's order.
 */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')

describe('UpdateTable reports', () => {
  checkRefusals(client, 'UpdateTable', { TableName: table }, [
    [
      'a bad table name alone',
      { TableName: 'abc;', BillingMode: 'X' },
      say.failures(say.failure('abc;', 'tableName', say.namePattern)),
    ],
    [
      'constraints before the table',
      { TableName: absent, BillingMode: 'X' },
      say.failures(say.failure('X', 'billingMode', say.enums.billingMode)),
    ],
    [
      'an empty change before the table',
      { TableName: absent },
      /^At least one of ProvisionedThroughput, /,
    ],
    [
      'throughput without members after the table',
      { TableName: absent, WarmThroughput: {}, OnDemandThroughput: {} },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
    [
      'missing throughput before the table',
      { TableName: absent, BillingMode: 'PROVISIONED' },
      say.invalid('ProvisionedThroughput must be specified when BillingMode is PROVISIONED'),
    ],
    [
      'the bounds of throughput before the table',
      { TableName: absent, ...provisioned(1000000000001, 1) },
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
    [
      'an empty index update before the table',
      { TableName: absent, GlobalSecondaryIndexUpdates: [{}] },
      /must not be null$/,
    ],
    [
      'the table before its billing mode',
      { TableName: absent, ...provisioned(1, 1) },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
  ])
})
