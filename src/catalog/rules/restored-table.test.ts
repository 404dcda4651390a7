/** What a restore takes over from its source, and what a request can override. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDraft } from '../table-draft.js'
import type { IndexDraft } from '../settle-derived.js'
import type { GlobalIndexRequest, IndexRequest } from './index-request.js'
import { restoredTable, type RestorableTable, type RestoreOverrides } from './restored-table.js'

const nowMs = 5_000
const target = { account: '000000000000', region: 'eu-west-1', name: 'target', nowMs }

const units = (readUnits: number, writeUnits: number) => ({ readUnits, writeUnits })
const throughput = (readUnits: number, writeUnits: number) => ({
  ...units(readUnits, writeUnits),
  decreasesToday: 0,
})

const byRank: IndexDraft = {
  kind: 'local',
  name: 'by-rank',
  keySchema: { partition: [{ name: 'pk', type: 'S' }], sort: [{ name: 'rank', type: 'N' }] },
  projection: { kind: 'all' },
}
const byGroup: IndexDraft = {
  kind: 'global',
  name: 'by-group',
  keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
  projection: { kind: 'include', attributes: ['a', 'b'] },
}
const kmsKeyArn = 'arn:aws:kms:eu-west-1:000000000000:key/k'

const onDemand: RestorableTable = {
  keySchema: { partition: { name: 'pk', type: 'S' }, sort: { name: 'sk', type: 'S' } },
  attributeTypes: { pk: 'S', sk: 'S', rank: 'N', group: 'S' },
  indexes: [byRank, { ...byGroup, onDemandThroughput: { readUnitsMax: 7 } }],
  billing: { mode: 'on-demand', lastOnDemandAtMs: 1, throughput: throughput(0, 0) },
  onDemandThroughput: { writeUnitsMax: 9 },
  encryption: { enabled: true, kmsKeyArn },
}
const provisioned: RestorableTable = {
  ...onDemand,
  indexes: [byRank, { ...byGroup, throughput: { ...throughput(3, 4), lastIncreaseAtMs: 1 } }],
  billing: {
    mode: 'provisioned',
    lastOnDemandAtMs: 1,
    throughput: { ...throughput(1, 2), decreasesToday: 3 },
  },
  onDemandThroughput: undefined,
  encryption: { enabled: false },
}

const hash = (name: string) => ({ name, role: 'HASH' }) as const
const range = (name: string) => ({ name, role: 'RANGE' }) as const
const groupAgain: GlobalIndexRequest = {
  name: 'renamed',
  keyElements: [hash('group')],
  projection: { kind: 'include', attributes: ['b', 'a'] },
}
const rankAgain: IndexRequest = {
  name: 'rank-again',
  keyElements: [hash('pk'), range('rank')],
  projection: { kind: 'all', attributes: undefined },
}

function restore(source: RestorableTable, overrides: RestoreOverrides = {}): TableDraft {
  return restoredTable(source, overrides, target)
}

describe('a restored table', () => {
  it('has what its source has, as a new table', () => {
    const { account, region, name } = target
    assert.deepEqual(restore(onDemand), {
      account,
      region,
      name,
      keySchema: onDemand.keySchema,
      attributeTypes: onDemand.attributeTypes,
      indexes: onDemand.indexes,
      billing: {
        mode: 'on-demand',
        lastOnDemandAtMs: nowMs,
        onDemandSwitchesAtMs: [nowMs],
        throughput: throughput(0, 0),
      },
      onDemandThroughput: { writeUnitsMax: 9 },
      encryption: { enabled: true, kmsKeyArn },
      deletionProtection: false,
      tags: [],
    })
    const { billing, indexes, encryption } = restore(provisioned)
    assert.deepEqual(billing, { mode: 'provisioned', throughput: throughput(1, 2) })
    assert.deepEqual(indexes[1]?.throughput, throughput(3, 4))
    assert.equal(encryption, undefined)
  })

  it('takes over nothing else', () => {
    const source = {
      ...onDemand,
      tags: [{ key: 'a', value: 'b' }],
      deletionProtection: true,
      tableClass: { name: 'STANDARD_INFREQUENT_ACCESS' },
      warmThroughput: units(1, 1),
      stream: { enabled: true, viewType: 'KEYS_ONLY', label: 'x' },
    }
    assert.deepEqual(restore(source), restore(onDemand))
  })

  it('has the indexes that are listed, perhaps renamed', () => {
    const none = restore(onDemand, { globalIndexes: [], localIndexes: [] })
    assert.deepEqual(none.indexes, [])
    assert.deepEqual(none.attributeTypes, { pk: 'S', sk: 'S' })
    const some = restore(onDemand, { globalIndexes: [groupAgain], localIndexes: [] })
    assert.deepEqual(some.indexes, [
      { ...byGroup, name: 'renamed', onDemandThroughput: { readUnitsMax: 7 } },
    ])
    const local = restore(onDemand, { localIndexes: [rankAgain], globalIndexes: [] })
    assert.deepEqual(local.indexes, [{ ...byRank, name: 'rank-again' }])
  })

  it('is billed as the override says', () => {
    const free = restore(provisioned, { billingMode: 'on-demand' })
    assert.equal(free.billing.mode, 'on-demand')
    assert.deepEqual(free.indexes[1]?.throughput, undefined)
    const globalIndexes = [{ ...groupAgain, throughput: units(5, 6) }]
    const override = { billingMode: 'provisioned', throughput: units(8, 9), globalIndexes } as const
    const paid = restore(onDemand, override)
    assert.deepEqual(paid.billing, { mode: 'provisioned', throughput: throughput(8, 9) })
    assert.equal(paid.onDemandThroughput, undefined)
    assert.deepEqual(paid.indexes[1], { ...byGroup, name: 'renamed', throughput: throughput(5, 6) })
    const table = restore(provisioned, { throughput: units(8, 9) })
    assert.deepEqual(table.billing.throughput, throughput(8, 9))
    assert.deepEqual(table.indexes[1]?.throughput, throughput(3, 4))
    const maxima = restore(onDemand, { onDemandThroughput: { readUnitsMax: 1 } })
    assert.deepEqual(maxima.onDemandThroughput, { readUnitsMax: 1 })
  })

  it('is encrypted as the override says', () => {
    assert.equal(restore(onDemand, { encryption: {} }).encryption, undefined)
    assert.equal(restore(onDemand, { encryption: { enabled: false } }).encryption, undefined)
    const encryption = { enabled: true, type: 'KMS', kmsKeyId: 'alias/mine' }
    const arn = 'arn:aws:kms:eu-west-1:000000000000:alias/mine'
    assert.deepEqual(restore(provisioned, { encryption }).encryption, {
      enabled: true,
      kmsKeyArn: arn,
    })
  })

  const noMatch = (name: string) =>
    `Index ${name} does not match a secondary index that existed in the source table and cannot be created during the restore operation`
  const rows: readonly [what: string, RestorableTable, RestoreOverrides, sentence: string][] = [
    [
      'provisioned without throughput',
      onDemand,
      { billingMode: 'provisioned' },
      'Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED',
    ],
    [
      'throughput on demand',
      onDemand,
      { throughput: units(1, 1) },
      'Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED',
    ],
    [
      'throughput beside on-demand billing',
      provisioned,
      { billingMode: 'on-demand', throughput: units(1, 1) },
      'Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST',
    ],
    [
      'throughput of an index beside on-demand billing',
      provisioned,
      { billingMode: 'on-demand', globalIndexes: [{ ...groupAgain, throughput: units(1, 1) }] },
      'Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST for index renamed',
    ],
    [
      'an index without throughput',
      provisioned,
      { globalIndexes: [groupAgain] },
      'Must specify provisioned throughput for index renamed',
    ],
    [
      'indexes that were on demand',
      onDemand,
      { billingMode: 'provisioned', throughput: units(1, 1) },
      'Must specify provisioned throughput for index by-group',
    ],
    [
      'a maximum where throughput is provisioned',
      provisioned,
      { onDemandThroughput: { readUnitsMax: 1, writeUnitsMax: 1 } },
      'Cannot override MaxReadRequestUnits for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST',
    ],
    [
      'a maximum of zero',
      onDemand,
      { onDemandThroughput: { writeUnitsMax: 0 } },
      'Requested MaxWriteRequestUnits for OnDemandThroughput is outside of valid range',
    ],
    [
      'another key',
      onDemand,
      { localIndexes: [{ ...rankAgain, keyElements: [hash('pk')] }] },
      noMatch('rank-again'),
    ],
    [
      'another projection',
      onDemand,
      { globalIndexes: [{ ...groupAgain, projection: { kind: 'all', attributes: undefined } }] },
      noMatch('renamed'),
    ],
    [
      'fewer projected attributes',
      onDemand,
      { globalIndexes: [{ ...groupAgain, projection: { kind: 'include', attributes: ['a'] } }] },
      noMatch('renamed'),
    ],
    [
      'a local index as a global one',
      onDemand,
      { globalIndexes: [rankAgain] },
      noMatch('rank-again'),
    ],
    [
      'one index twice',
      onDemand,
      { globalIndexes: [groupAgain, { ...groupAgain, name: 'second' }] },
      noMatch('second'),
    ],
    [
      'warm throughput',
      onDemand,
      { globalIndexes: [{ ...groupAgain, warmThroughput: units(1, 1) }] },
      'Cannot override WarmThroughput for index renamed',
    ],
  ]
  for (const [what, source, overrides, sentence] of rows) {
    it(`is refused: ${what}`, () => {
      const refusal = { type: 'ValidationException', message: `Invalid Request: ${sentence}` }
      assert.throws(() => restore(source, overrides), refusal)
    })
  }
})
