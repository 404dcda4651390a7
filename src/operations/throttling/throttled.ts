/**
 * What a client gets whose request has to wait. AWS words it by the mode of the table, by what lacks
 * capacity, and for global indexes by the operation.
 */
import { throttlingReason } from '../../capacity/throttling-reason.js'
import type { UnmetDemand } from '../../capacity/demand.js'
import { indexArn } from '../../model/arn.js'
import { ServiceError } from '../../model/errors.js'
import { unreachable } from '../../stdx/assert.js'

/** An answer that tells a client to come back. Nothing was done, and nothing is charged. */
export class Throttled extends ServiceError {
  /** The first thing that lacked capacity, which the answer names. */
  readonly unmet: UnmetDemand

  constructor({ type, sentence }: Wording, unmet: UnmetDemand) {
    super(type, sentence, { payload: payloadOf(type, unmet) })
    this.unmet = unmet
  }
}

/** How a request asks for items: by itself, as a batch that fails as a whole, or as a transaction. */
export type Asking = 'alone' | 'batch' | 'transaction'

export function throttled(unmet: UnmetDemand, asking: Asking): Throttled {
  return new Throttled(wordingOf(unmet, asking), unmet)
}

type ThrottlingType =
  'ProvisionedThroughputExceededException' | 'RequestLimitExceeded' | 'ThrottlingException'

interface Wording {
  readonly type: ThrottlingType
  readonly sentence: string
}

const tableUnits: Wording = {
  type: 'ProvisionedThroughputExceededException',
  sentence:
    'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
}

const indexUnits: Wording = {
  type: 'ProvisionedThroughputExceededException',
  sentence:
    'The level of configured provisioned throughput for one or more global secondary indexes of the table was exceeded. Consider increasing your provisioning level for the under-provisioned global secondary indexes with the UpdateTable API',
}

const growing: Wording = {
  type: 'ThrottlingException',
  sentence:
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
}

const growingIndex: Wording = {
  type: 'ThrottlingException',
  sentence:
    'Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically scaling your index so please try again shortly.',
}

const configuredMaximum: Wording = {
  type: 'ThrottlingException',
  sentence: 'Throughput exceeds the maximum OnDemandThroughput configured on table or index',
}

const accountQuota: Wording = {
  type: 'RequestLimitExceeded',
  sentence:
    'Throughput exceeds the current throughput limit for your account. Please contact AWS Support at https://aws.amazon.com/support to request a limit increase',
}

function wordingOf(unmet: UnmetDemand, asking: Asking): Wording {
  const { cause, indexName } = unmet
  switch (cause) {
    case 'ProvisionedThroughputExceeded':
      return indexName === undefined ? tableUnits : indexUnits
    case 'KeyRangeThroughputExceeded':
      return keyRangeWording(unmet, asking)
    case 'MaxOnDemandThroughputExceeded':
      return maximumWording(unmet, asking)
    case 'AccountLimitExceeded':
      return accountQuota
    default:
      return unreachable(cause)
  }
}

/** AWS: a hot partition of a provisioned table is told in the words for its units, except for batches. */
function keyRangeWording({ mode, indexName, kind }: UnmetDemand, asking: Asking): Wording {
  if (indexName !== undefined && kind === 'write') return growingIndex
  return mode === 'provisioned' && indexName === undefined && asking !== 'batch'
    ? tableUnits
    : growing
}

/** AWS: the maximum of an index throttles single writes in the words for provisioned units. */
function maximumWording({ indexName, kind }: UnmetDemand, asking: Asking): Wording {
  return indexName !== undefined && kind === 'write' && asking === 'alone'
    ? indexUnits
    : configuredMaximum
}

function payloadOf(type: ThrottlingType, { table, indexName, kind, cause }: UnmetDemand) {
  const resource = indexName === undefined ? table.arn : indexArn(table.arn, indexName)
  const reasons = [{ reason: throttlingReason(indexName, kind, cause), resource }]
  // AWS: one of the types has a small letter.
  return type === 'ThrottlingException'
    ? { throttlingReasons: reasons }
    : { ThrottlingReasons: reasons }
}
