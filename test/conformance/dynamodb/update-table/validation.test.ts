/** Refused UpdateTable requests: a row for each sentence about the settings of a table. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { indexed, partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const streaming = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
const [onDemand, fixed, withIndexes, streamed] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable({ ...partitionOnly(), BillingMode: null, ...provisioned(5, 6) }),
  client.createTable(indexed),
  client.createTable({ ...partitionOnly(), StreamSpecification: streaming }),
])
const absent = newTableName('absent')
const { failure, failures, invalid } = say
const indexUpdates = (...GlobalSecondaryIndexUpdates: readonly Json[]): Json => ({
  GlobalSecondaryIndexUpdates,
})
const nothing =
  'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required'

describe('UpdateTable refuses by constraint', () => {
  checkRefusals(client, 'UpdateTable', { TableName: onDemand }, [
    ['a missing table name', { TableName: null, ...provisioned(1, 1) }, say.tableNameRequired],
    [
      'a short table name',
      { TableName: 'ab', ...provisioned(1, 1) },
      say.failures(say.failure('ab', 'tableName', say.lengthAtLeast(3))),
    ],
    [
      'a long table name',
      { TableName: 'a'.repeat(256), ...provisioned(1, 1) },
      say.failures(say.failure('a'.repeat(256), 'tableName', say.lengthAtMost(255))),
    ],
    [
      'a bad table name',
      { TableName: 'abc;', ...provisioned(1, 1) },
      failures(failure('abc;', 'tableName', say.namePattern)),
    ],
    [
      'throughput below one, writes before reads',
      provisioned(0, 0),
      failures(
        failure('0', 'provisionedThroughput.writeCapacityUnits', say.valueAtLeast(1)),
        failure('0', 'provisionedThroughput.readCapacityUnits', say.valueAtLeast(1)),
      ),
    ],
    [
      'an unknown billing mode',
      { BillingMode: 'X' },
      failures(failure('X', 'billingMode', say.enums.billingMode)),
    ],
    ['an unknown table class', { TableClass: 'X' }, say.unknownTableClass],
    [
      'a short index name',
      indexUpdates({ Delete: { IndexName: 'ab' } }),
      failures(
        failure(
          'ab',
          'globalSecondaryIndexUpdates.1.member.delete.indexName',
          say.lengthAtLeast(3),
        ),
      ),
    ],
  ])
})

describe('UpdateTable refuses', () => {
  checkRefusals(client, 'UpdateTable', { TableName: onDemand }, [
    ['to change nothing', {}, nothing],
    ['an empty list of index updates', indexUpdates(), nothing],
    [
      'PROVISIONED without throughput',
      { BillingMode: 'PROVISIONED' },
      invalid('ProvisionedThroughput must be specified when BillingMode is PROVISIONED'),
    ],
    [
      'throughput beyond bounds, reads',
      { TableName: fixed, ...provisioned(1000000000001, 1000000000001) },
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
    [
      'throughput beyond bounds, writes',
      { TableName: fixed, ...provisioned(1, 1000000000001) },
      'Given value 1000000000001 for WriteCapacityUnits is out of bounds',
    ],
    [
      'an empty index update',
      indexUpdates({}),
      invalid(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      ),
    ],
    [
      'two updates of one index',
      indexUpdates(
        { Update: { IndexName: 'by-global', ...provisioned(1, 1) } },
        { Update: { IndexName: 'by-global', ...provisioned(2, 2) } },
      ),
      invalid(
        'Only one global secondary index update per index is allowed simultaneously. Index: by-global',
      ),
    ],
    [
      'a table that does not exist',
      { TableName: absent, ...provisioned(1, 1) },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
    [
      'throughput beside on-demand billing',
      { TableName: fixed, BillingMode: 'PAY_PER_REQUEST', ...provisioned(1, 1) },
      invalid('ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST'),
    ],
    [
      'throughput on demand',
      provisioned(1, 1),
      invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      ),
    ],
    [
      'limits of on-demand throughput for a provisioned table',
      { TableName: fixed, OnDemandThroughput: { MaxReadRequestUnits: 5 } },
      invalid(
        'MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED',
      ),
    ],
    [
      'limits of on-demand throughput of zero',
      { OnDemandThroughput: { MaxWriteRequestUnits: 0 } },
      invalid(
        'Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range',
      ),
    ],
    [
      'limits of on-demand throughput below -1',
      { OnDemandThroughput: { MaxReadRequestUnits: -2 } },
      invalid(
        'Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range',
      ),
    ],
    [
      'the throughput it already has',
      { TableName: fixed, ...provisioned(5, 6) },
      'The provisioned throughput for the table will not change. The requested value equals the current value. ' +
        'Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5. ' +
        'Current WriteCapacityUnits provisioned for the table: 6. Requested WriteCapacityUnits: 6. ' +
        'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
    ],
    [
      'PROVISIONED with an index that has no throughput',
      { TableName: withIndexes, BillingMode: 'PROVISIONED', ...provisioned(1, 1) },
      invalid('ProvisionedThroughput must be specified for index: by-global'),
    ],
    [
      'a stream if one is enabled',
      { TableName: streamed, StreamSpecification: streaming },
      `Table already has an enabled stream: TableName: ${streamed}`,
    ],
    [
      'to disable a stream that is not',
      { StreamSpecification: { StreamEnabled: false } },
      `Table has no stream to disable: TableName: ${onDemand}`,
    ],
    [
      'a stream of another view if one is enabled',
      { TableName: streamed, StreamSpecification: { ...streaming, StreamViewType: 'NEW_IMAGE' } },
      `Table already has an enabled stream: TableName: ${streamed}`,
    ],
    [
      'a stream without a view',
      { StreamSpecification: { StreamEnabled: true } },
      invalid('If stream is being enabled then UpdateViewType is required'),
    ],
    [
      'to disable a stream with a view',
      { StreamSpecification: { ...streaming, StreamEnabled: false } },
      invalid('If stream is being disabled, then UpdateViewType must not be specified'),
    ],
    [
      'a stream neither enabled nor disabled',
      { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } },
      /Value null at 'streamSpecification.streamEnabled' .* Member must not be null$/,
    ],
  ])
})
