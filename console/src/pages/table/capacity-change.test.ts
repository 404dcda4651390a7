import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDescription, UpdateTableInput } from '../../api/generated/dynamodb-types.js'
import { capacityDraftOf, capacityUpdate, type CapacityDraft } from './capacity-change.js'

const onDemand: TableDescription = {
  TableName: 'T',
  BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
  OnDemandThroughput: { MaxReadRequestUnits: 10, MaxWriteRequestUnits: -1 },
  WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000 },
  GlobalSecondaryIndexes: [{ IndexName: 'I' }],
}

describe('a change of capacity', () => {
  const check = (
    name: string,
    change: Partial<CapacityDraft>,
    expected: Omit<UpdateTableInput, 'TableName'> | undefined,
  ): void => {
    it(name, () => {
      const update = capacityUpdate(onDemand, { ...capacityDraftOf(onDemand), ...change })
      assert.deepEqual(update, expected === undefined ? undefined : { TableName: 'T', ...expected })
    })
  }

  check('none', {}, undefined)
  check('units of the other mode are none', { readUnits: '9' }, undefined)
  check(
    'a maximum is taken away',
    { readMaximum: '' },
    {
      OnDemandThroughput: { MaxReadRequestUnits: -1, MaxWriteRequestUnits: -1 },
    },
  )
  check(
    'provisioned, with its indexes',
    { billing: 'PROVISIONED', readUnits: '7' },
    {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 5 },
      GlobalSecondaryIndexUpdates: [
        {
          Update: {
            IndexName: 'I',
            ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 5 },
          },
        },
      ],
    },
  )
  check(
    'warm throughput',
    { warmRead: '13000' },
    {
      WarmThroughput: { ReadUnitsPerSecond: 13_000, WriteUnitsPerSecond: 4_000 },
    },
  )
  check(
    'a class',
    { tableClass: 'STANDARD_INFREQUENT_ACCESS' },
    {
      TableClass: 'STANDARD_INFREQUENT_ACCESS',
    },
  )
})
