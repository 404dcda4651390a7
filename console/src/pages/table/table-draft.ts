/** A table while it is being typed, and the settings that it will have. */
import type {
  AttributeDefinition,
  BillingMode,
  CreateTableInput,
  StreamViewType,
  TableClass,
} from '../../api/generated/dynamodb-types.js'
import type { TableSettings } from '../../code/table-settings.js'
import {
  emptyAttribute,
  emptyThroughput,
  globalIndexOfDraft,
  keySchemaOf,
  localIndexOfDraft,
  throughputOfDraft,
  type IndexDraft,
  type KeyAttributeDraft,
  type ThroughputDraft,
} from './index-draft.js'
import {
  searchAttributesOf,
  vectorIndexOfDraft,
  type VectorIndexDraft,
} from './vector-index-draft.js'

export interface TagDraft {
  readonly id: number
  readonly key: string
  readonly value: string
}

export interface TableDraft extends ThroughputDraft {
  readonly name: string
  readonly partition: KeyAttributeDraft
  readonly sort: KeyAttributeDraft
  readonly hasSort: boolean
  readonly indexes: readonly IndexDraft[]
  readonly vectorIndexes: readonly VectorIndexDraft[]
  readonly billing: BillingMode
  readonly stream: StreamViewType | 'off'
  readonly ttlAttribute: string
  readonly recovers: boolean
  readonly recoveryDays: string
  readonly tags: readonly TagDraft[]
  readonly isProtected: boolean
  readonly tableClass: TableClass
  readonly encryption: 'default' | 'kms'
  readonly kmsKey: string
  readonly policy: string
}

export const emptyTableDraft: TableDraft = {
  ...emptyThroughput,
  name: '',
  partition: emptyAttribute,
  sort: emptyAttribute,
  hasSort: false,
  indexes: [],
  vectorIndexes: [],
  billing: 'PAY_PER_REQUEST',
  stream: 'off',
  ttlAttribute: '',
  recovers: false,
  recoveryDays: '35',
  tags: [],
  isProtected: false,
  tableClass: 'STANDARD',
  encryption: 'default',
  kmsKey: '',
  policy: '',
}

export function settingsOfDraft(draft: TableDraft): TableSettings {
  return {
    create: createInputOfDraft(draft),
    ...(draft.ttlAttribute !== '' && { ttlAttribute: draft.ttlAttribute }),
    ...(draft.recovers && { recovery: { days: Number(draft.recoveryDays) } }),
  }
}

function createInputOfDraft(draft: TableDraft): CreateTableInput {
  const local = draft.indexes.filter(({ kind }) => kind === 'local')
  const global = draft.indexes.filter(({ kind }) => kind === 'global')
  const { sort, partition, billing } = draft
  return {
    TableName: draft.name,
    AttributeDefinitions: definitionsOf(draft),
    KeySchema: keySchemaOf([partition], draft.hasSort ? [sort] : []),
    ...(local.length > 0 && {
      LocalSecondaryIndexes: local.map((index) => localIndexOfDraft(index, partition)),
    }),
    ...(global.length > 0 && {
      GlobalSecondaryIndexes: global.map((index) => globalIndexOfDraft(index, billing)),
    }),
    ...(draft.vectorIndexes.length > 0 && {
      VectorIndexes: draft.vectorIndexes.map(vectorIndexOfDraft),
    }),
    BillingMode: billing,
    ...throughputOfDraft(draft, billing),
    ...optionsOf(draft),
  }
}

/** Only what differs from what the service would choose. */
function optionsOf(draft: TableDraft): Partial<CreateTableInput> {
  return {
    ...(draft.stream !== 'off' && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: draft.stream },
    }),
    ...(draft.encryption === 'kms' && {
      SSESpecification: {
        Enabled: true,
        SSEType: 'KMS',
        ...(draft.kmsKey !== '' && { KMSMasterKeyId: draft.kmsKey }),
      },
    }),
    ...(draft.tableClass !== 'STANDARD' && { TableClass: draft.tableClass }),
    ...(draft.isProtected && { DeletionProtectionEnabled: true }),
    ...(draft.tags.length > 0 && {
      Tags: draft.tags.map(({ key, value }) => ({ Key: key, Value: value })),
    }),
    ...(draft.policy.trim() !== '' && { ResourcePolicy: draft.policy }),
  }
}

/** Each attribute of a key once, in the order in which it is named first. */
function definitionsOf(draft: TableDraft): readonly AttributeDefinition[] {
  const types = new Map<string, KeyAttributeDraft['type']>()
  for (const { name, type } of draftKeyAttributes(draft)) {
    if (!types.has(name)) types.set(name, type)
  }
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))
}

/** Of the table's key, of its indexes, and what searches may name. */
export function draftKeyAttributes(draft: TableDraft): readonly KeyAttributeDraft[] {
  return [
    draft.partition,
    ...(draft.hasSort ? [draft.sort] : []),
    ...draft.indexes.flatMap(({ partition, sort }) => [...partition, ...sort]),
    ...draft.vectorIndexes.flatMap(searchAttributesOf),
  ]
}
