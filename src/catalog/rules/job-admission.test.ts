/** What a table that is UPDATING refuses, and in which words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../../model/errors.js'
import type { Billing, TableDefinition, UpdateJob } from '../../model/table.js'
import { admitDuringJob } from './job-admission.js'
import type { TableUpdate } from './table-update.js'

const units = { readUnits: 1, writeUnits: 1 }
const billing = (mode: Billing['mode']): Billing => ({
  mode,
  throughput: { ...units, decreasesToday: 0 },
})

function updated(job: UpdateJob | undefined, mode: Billing['mode'] = 'on-demand'): TableDefinition {
  return {
    name: 'Orders',
    account: '000000000000',
    region: 'us-east-1',
    id: 'id',
    space: 1,
    createdAtMs: 0,
    keySchema: { partition: { name: 'pk', type: 'S' } },
    attributeTypes: { pk: 'S' },
    indexes: [],
    stream: { enabled: true, viewType: 'KEYS_ONLY', label: '2026-10-09T00:00:00.000' },
    tableClass: { name: 'STANDARD_INFREQUENT_ACCESS' },
    billing: billing(mode),
    deletionProtection: false,
    tags: [],
    transition: { kind: 'updating', startedAtMs: 1000, doneAtMs: 2000, job },
  }
}

const changes = {
  throughput: { throughput: units },
  billing: { billingMode: 'provisioned', throughput: units },
  onDemand: { billingMode: 'on-demand' },
  stream: { stream: { enabled: false } },
  class: { tableClass: 'STANDARD' },
  deletion: { indexUpdates: [{ kind: 'delete', name: 'by-a' }] },
  index: { indexUpdates: [{ kind: 'change', name: 'by-a', warmThroughput: units }] },
  maxima: { onDemandThroughput: { readUnitsMax: 1 } },
  warm: { warmThroughput: units },
  protection: { deletionProtection: true },
  encryption: { encryption: { enabled: true } },
} satisfies Record<string, TableUpdate>
type Change = keyof typeof changes

function refusalOf(definition: TableDefinition, change: TableUpdate, nowMs = 1500): string {
  try {
    admitDuringJob(definition, change, nowMs)
    return 'allowed'
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

const inUse = 'Attempt to change a resource which is still in use: '
const iops = 'while table IOPS are being updated. Table: Orders'
const streaming = 'Table: Orders Stream: 2026-10-09T00:00:00.000 Operation: ENABLE'
const inClass = 'TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS'
const classing = `when a table class update is in progress. Table: Orders ${inClass}`
const maximaWhile = 'OnDemandThroughput cannot be updated while'

describe('while a table is UPDATING', () => {
  function check(
    job: UpdateJob,
    rows: Readonly<Partial<Record<Change, string | undefined>>>,
  ): void {
    for (const name of Object.keys(changes) as Change[]) {
      const sentence = rows[name]
      it(`by a change of its ${job}: ${name}`, () => {
        const expected = sentence === undefined ? 'allowed' : `${inUse}${sentence}`
        assert.equal(refusalOf(updated(job, 'provisioned'), changes[name]), expected)
        assert.equal(refusalOf(updated(job, 'provisioned'), changes[name], 2000), 'allowed')
      })
    }
  }

  const busy = 'Table IOPS are currently being updated. Table: Orders'
  const whileBusy = {
    throughput: busy,
    billing: busy,
    onDemand: busy,
    stream: `Can't enable or disable stream ${iops}`,
    class: `Can't update table class ${iops}`,
    deletion: `Can't create or delete indexes ${iops}`,
  }
  check('billing', {
    ...whileBusy,
    // The way back is answered with success, and nothing comes of it.
    onDemand: undefined,
    maxima: `${maximaWhile} BillingMode update is in progress`,
  })
  check('stream', {
    throughput: `Can't change table IOPS when stream status is being updated. ${streaming}`,
    billing: `Can't change table IOPS when stream status is being updated. ${streaming}`,
    onDemand: `Can't change table IOPS when stream status is being updated. ${streaming}`,
    stream: `A stream status change is currently in progress. ${streaming}`,
    class: `Can't update table class when stream status is being updated. ${streaming}`,
    deletion: `Can't create or delete an index when stream status is being updated. ${streaming}`,
    maxima: `${maximaWhile} stream status update is in progress`,
  })
  check('class', {
    throughput: `Can't change table IOPS ${classing}`,
    billing: `Can't change table IOPS ${classing}`,
    onDemand: `Can't change table IOPS ${classing}`,
    stream: `Can't change stream status ${classing}`,
    class: `Can't update table class ${classing}`,
    deletion: `Can't create or delete an index ${classing}`,
    maxima: `${maximaWhile} TableClass update is in progress. ${inClass}`,
  })
  check('index', {})

  it('the previous billing mode says whether there can be maxima', () => {
    const sentence =
      'One or more parameter values were invalid: MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED'
    assert.equal(refusalOf(updated('billing'), changes.maxima), sentence)
    assert.equal(refusalOf(updated('throughput', 'provisioned'), changes.maxima), sentence)
  })

  it('the billing mode that it is given is refused once more', () => {
    assert.equal(refusalOf(updated('billing'), changes.onDemand), `${inUse}${busy}`)
    assert.equal(refusalOf(updated('stream'), changes.onDemand), 'allowed')
  })

  it('by an older version, everything is refused', () => {
    const sentence = `${inUse}Table is being updated: Orders`
    assert.equal(refusalOf(updated(undefined), changes.protection), sentence)
  })
})
