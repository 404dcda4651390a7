/**
 * What a table in use is asked to become, in our own terms: `updated-definition.ts` has what follows.
 * UpdateTable translates its input to this, and so can whatever else changes tables.
 */
import type { Billing, OnDemandThroughput, WarmThroughput } from '../../model/table.js'
import type { EncryptionRequest } from './encryption-setting.js'
import type { GlobalIndexRequest, IndexThroughputRequest } from './index-request.js'
import type { AttributeTypes } from './key-elements.js'
import type { StreamRequest } from './stream-setting.js'
import type { ThroughputUnits } from './throughput.js'

/** What is absent stays as it is. */
export interface TableUpdate {
  /** The types of attributes that a new index uses. */
  readonly attributeTypes?: AttributeTypes
  readonly billingMode?: Billing['mode']
  readonly throughput?: ThroughputUnits
  readonly onDemandThroughput?: OnDemandThroughput
  readonly warmThroughput?: Partial<WarmThroughput>
  /** No two of the same index. */
  readonly indexUpdates?: readonly IndexUpdate[]
  readonly stream?: StreamRequest
  readonly encryption?: EncryptionRequest
  readonly tableClass?: string
  readonly deletionProtection?: boolean
}

export type IndexUpdate = CreateIndex | ChangeIndex | DeleteIndex

export interface CreateIndex extends GlobalIndexRequest {
  readonly kind: 'create'
}

export interface ChangeIndex extends IndexThroughputRequest {
  readonly kind: 'change'
  readonly name: string
}

export interface DeleteIndex {
  readonly kind: 'delete'
  readonly name: string
}
