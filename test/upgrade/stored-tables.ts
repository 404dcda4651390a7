/** The contents of the fixtures: written by an older version, and read back by the current one. */
import type { Json } from '../support/client.js'
import { attribute, hash, onDemand, projectAll, provisioned, range } from '../support/tables.js'

/** Every type of value, and names and texts that need escaping. */
export const allTypes: Json = {
  pk: { S: 'types' },
  sk: { N: '1' },
  text: { S: 'ä "quoted" \\ \u0000 €' },
  number: { N: '-1234567890.0123456789' },
  tiny: { N: '0.00000000000000000000000000000000000000000000000001' },
  binary: { B: 'AAECAwQ=' },
  yes: { BOOL: true },
  nothing: { NULL: true },
  texts: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '2.5'] },
  binaries: { BS: ['AA==', 'AQ=='] },
  list: { L: [{ N: '1' }, { L: [] }, { M: { 'a.b': { S: '' } } }] },
  map: { M: { deep: { M: { deeper: { L: [{ BOOL: false }] } } } } },
}

/** A local index, a global one and one of several key attributes, tags and provisioned throughput. */
export const orders: Json = {
  TableName: 'orders',
  AttributeDefinitions: [
    attribute('pk', 'S'),
    attribute('sk', 'N'),
    attribute('status', 'S'),
    attribute('region', 'S'),
    attribute('total', 'N'),
  ],
  KeySchema: [hash('pk'), range('sk')],
  LocalSecondaryIndexes: [
    { IndexName: 'by-total', KeySchema: [hash('pk'), range('total')], Projection: projectAll },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-status',
      KeySchema: [hash('status')],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['total'] },
      ...provisioned(2, 2),
    },
    {
      IndexName: 'by-place',
      KeySchema: [hash('region'), hash('status'), range('total'), range('sk')],
      Projection: { ProjectionType: 'KEYS_ONLY' },
      ...provisioned(1, 1),
    },
  ],
  Tags: [
    { Key: 'team', Value: 'sales' },
    { Key: 'empty', Value: '' },
  ],
  DeletionProtectionEnabled: true,
  ...provisioned(5, 3),
}

export const orderCount = 40

export function order(n: number): Json {
  return {
    pk: { S: `customer-${n % 4}` },
    sk: { N: String(n) },
    status: { S: n % 3 === 0 ? 'open' : 'done' },
    region: { S: n % 2 === 0 ? 'north' : 'south' },
    total: { N: String(n * 10) },
  }
}

export const streamed: Json = {
  TableName: 'streamed',
  AttributeDefinitions: [attribute('pk', 'S')],
  KeySchema: [hash('pk')],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  ...onDemand,
}

/** Inserted, modified, and the even ones removed: 5 + 5 + 3 changes. */
export const streamedCount = 5
export const streamedChanges = 13

export const sessions: Json = {
  TableName: 'sessions',
  AttributeDefinitions: [attribute('pk', 'S')],
  KeySchema: [hash('pk')],
  ...onDemand,
}

export const removed: Json = { ...sessions, TableName: 'removed' }

/** How long after the start of the fixture its first session expires; the other one never does. */
export const sessionSeconds = 30

/** Run once by the older version, with a token that is valid for ten minutes. */
export const transfer: Json = {
  ClientRequestToken: 'transfer-once',
  TransactItems: [
    {
      Update: {
        TableName: 'orders',
        Key: { pk: { S: 'customer-1' }, sk: { N: '1' } },
        UpdateExpression: 'ADD transfers :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      },
    },
  ],
}

/** Stored beside the packed store: when it was written, in milliseconds since 1970. */
export interface FixtureNotes {
  readonly commit: string
  readonly beganAtMs: number
}
