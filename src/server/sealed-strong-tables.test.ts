/** The keys that tables of several regions with the same items are sealed with. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { openTestDatabase } from '../operations/database-suite.js'
import { testCaller } from '../operations/json-call-suite.js'
import { createTable, type Ask } from '../operations/server-suite.js'
import { decodeSpaceSeal, getSpaceSeal } from '../storage/sealed/seal-records.js'
import { newMasterKeys, sealed } from '../storage/sealed/sealed-suite.js'

const TableName = 'things'

describe('a strongly consistent global table', () => {
  it('is sealed with one key, whichever region adds an index or a stream', async () => {
    const below = memoryEngine()
    const { engine } = await sealed(below, newMasterKeys())
    const { database, ask } = openTestDatabase(engine)
    const from =
      (region: string): Ask =>
      (name, input) =>
        ask(name, input, { ...testCaller, region })
    await createTable(from('us-east-1'), TableName)
    await from('us-east-1')('UpdateTable', {
      TableName,
      MultiRegionConsistency: 'STRONG',
      ReplicaUpdates: ['us-east-2', 'us-west-2'].map((RegionName) => ({ Create: { RegionName } })),
    })
    await from('us-west-2')('UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    await from('us-west-2')('UpdateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'g', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-g',
            KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    })
    const first = await database.catalog.requireTable(testCaller, TableName)
    const spaces = [first.space, first.indexes[0]!.space, first.changes!.space]
    const seals = await below.read(spaces.map(getSpaceSeal))
    const owners = seals.map((seal) => seal && decodeSpaceSeal(seal).owner)
    assert.deepEqual(owners, [first.id, first.id, first.id])
  })
})
