import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replicaRows } from './replica-rows.js'

describe('rows of replicas', () => {
  it('says how far a new one is, and what is its own', () => {
    const rows = replicaRows({
      Replicas: [
        { RegionName: 'eu-west-1', ReplicaStatus: 'CREATING', ReplicaStatusPercentProgress: '40' },
        {
          RegionName: 'eu-central-1',
          ReplicaStatus: 'ACTIVE',
          ProvisionedThroughputOverride: { ReadCapacityUnits: 7 },
          ReplicaTableClassSummary: { TableClass: 'STANDARD' },
        },
      ],
    })
    assert.deepEqual(
      rows.map(({ region, state, progress, details }) => [region, state, progress, details]),
      [
        ['eu-west-1', 'CREATING', '40 %', ''],
        ['eu-central-1', 'ACTIVE', '', '7 read units of its own, STANDARD'],
      ],
    )
  })

  it('has the witness of a strong table, which cannot be opened', () => {
    const [replica, witness] = replicaRows({
      MultiRegionConsistency: 'STRONG',
      Replicas: [{ RegionName: 'us-east-2', ReplicaStatus: 'ACTIVE' }],
      GlobalTableWitnesses: [{ RegionName: 'us-west-2', WitnessStatus: 'ACTIVE' }],
    })
    assert.equal(replica?.details, 'strong consistency')
    assert.deepEqual(witness, {
      region: 'us-west-2',
      state: 'ACTIVE',
      progress: '',
      details: 'witness',
      isWitness: true,
    })
  })

  it('has none for a table of one region', () => {
    assert.deepEqual(replicaRows({}), [])
  })
})
