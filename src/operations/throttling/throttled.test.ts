/** Every answer to a request that has to wait. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UnmetDemand } from '../../capacity/demand.js'
import type { Table } from '../../catalog/table.js'
import { throttled, type Asking } from './throttled.js'

const table = { name: 'T', arn: 'arn:aws:dynamodb:r:1:table/T' } as Table

type Row = Pick<UnmetDemand, 'mode' | 'kind' | 'cause' | 'indexName'>

function row(mode: UnmetDemand['mode'], reason: string): Row {
  const [, what, kind, cause] = /^(Table|Index)(Read|Write)(.*)$/.exec(reason)!
  return {
    mode,
    kind: kind === 'Read' ? 'read' : 'write',
    cause: cause as UnmetDemand['cause'],
    indexName: what === 'Index' ? 'I' : undefined,
  }
}

const units =
  /^The level of configured provisioned throughput for the table was exceeded\. .* API\.$/
const indexUnits = /^The level of .* for one or more global secondary indexes .* UpdateTable API$/
const growing = /^Throughput exceeds the current capacity of your table or index\. .*design\.html$/
const growingIndex = /^Throughput exceeds the current capacity for one or more global .* shortly\.$/
const maximum = /^Throughput exceeds the maximum OnDemandThroughput configured on table or index$/
const account = /^Throughput exceeds the current throughput limit for your account\. /

function check(
  [mode, reason, asking = 'alone']: readonly [UnmetDemand['mode'], string, Asking?],
  type: string,
  sentence: RegExp,
): void {
  it(`${mode}, ${asking}: ${reason}`, () => {
    const error = throttled({ ...row(mode, reason), table }, asking)
    assert.equal(error.type, type)
    assert.equal(error.status, 400)
    assert.match(error.message, sentence)
    const resource = reason.startsWith('Index') ? `${table.arn}/index/I` : table.arn
    const member = type === 'ThrottlingException' ? 'throttlingReasons' : 'ThrottlingReasons'
    assert.deepEqual(error.payload, { [member]: [{ reason, resource }] })
  })
}

describe('a request that has to wait', () => {
  const provisioned = 'ProvisionedThroughputExceededException'
  const throttling = 'ThrottlingException'
  for (const kind of ['Read', 'Write']) {
    check(['provisioned', `Table${kind}ProvisionedThroughputExceeded`], provisioned, units)
    check(['provisioned', `Index${kind}ProvisionedThroughputExceeded`], provisioned, indexUnits)
    check(['provisioned', `Table${kind}KeyRangeThroughputExceeded`], provisioned, units)
    check(['provisioned', `Table${kind}KeyRangeThroughputExceeded`, 'batch'], throttling, growing)
    check(['on-demand', `Table${kind}KeyRangeThroughputExceeded`], throttling, growing)
    check(['on-demand', `Table${kind}MaxOnDemandThroughputExceeded`], throttling, maximum)
    check(['on-demand', `Table${kind}AccountLimitExceeded`], 'RequestLimitExceeded', account)
    check(['on-demand', `Index${kind}AccountLimitExceeded`], 'RequestLimitExceeded', account)
  }
  check(['provisioned', 'IndexReadKeyRangeThroughputExceeded'], throttling, growing)
  check(['provisioned', 'IndexWriteKeyRangeThroughputExceeded'], throttling, growingIndex)
  check(['on-demand', 'IndexReadKeyRangeThroughputExceeded'], throttling, growing)
  check(['on-demand', 'IndexWriteKeyRangeThroughputExceeded'], throttling, growingIndex)
  check(['on-demand', 'IndexReadMaxOnDemandThroughputExceeded'], throttling, maximum)
  const single = 'IndexWriteMaxOnDemandThroughputExceeded'
  check(['on-demand', single], provisioned, indexUnits)
  check(['on-demand', single, 'transaction'], throttling, maximum)
})
