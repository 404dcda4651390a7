/**
 * The requested changes of a table in use, in our own terms; `updated-definition.ts` computes the
 * result. UpdateTable translates its input to this, and so can anything else that changes tables.
 */
import type {
  Billing,
  OnDemandThroughput,
  SettingsReplication,
  WarmThroughput,
} from '../../model/table.js'
import type { EncryptionRequest } from './encryption-setting.js'
import type { GlobalIndexRequest, IndexThroughputRequest } from './index-request.js'
import type { AttributeTypes } from './key-elements.js'
import type { VectorIndexRequest } from './vector-index-request.js'
import type { StreamRequest } from './stream-setting.js'
import type { ThroughputUnits } from './throughput.js'

/** Absent members stay as they are. */
export interface TableUpdate {
  /** The types of attributes that a new index uses. */
  readonly attributeTypes?: AttributeTypes
  readonly billingMode?: Billing['mode']
  readonly throughput?: ThroughputUnits
  readonly onDemandThroughput?: OnDemandThroughput
  readonly warmThroughput?: Partial<WarmThroughput>
  /** At most one for each index. */
  readonly indexUpdates?: readonly IndexUpdate[]
  readonly vectorIndexUpdates?: readonly VectorIndexUpdate[]
  readonly stream?: StreamRequest
  readonly encryption?: EncryptionRequest
  readonly tableClass?: string
  readonly deletionProtection?: boolean
  readonly settingsReplication?: SettingsReplication
}

export type IndexUpdate = CreateIndex | ChangeIndex | DeleteIndex

export type VectorIndexUpdate = CreateVectorIndex | DeleteIndex

export interface CreateVectorIndex extends VectorIndexRequest {
  readonly kind: 'create'
}

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
