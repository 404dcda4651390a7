/** Table shapes that many tests use. Attributes are named after their purpose. */
import type { Json } from './client.js'

export const attribute = (AttributeName: string, AttributeType: string): Json => ({
  AttributeName,
  AttributeType,
})
export const hash = (AttributeName: string): Json => ({ AttributeName, KeyType: 'HASH' })
export const range = (AttributeName: string): Json => ({ AttributeName, KeyType: 'RANGE' })
export const projectAll: Json = { ProjectionType: 'ALL' }
export const onDemand: Json = { BillingMode: 'PAY_PER_REQUEST' }
export const provisioned = (ReadCapacityUnits: number, WriteCapacityUnits: number): Json => ({
  ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits },
})

/** `pk` alone, of the given type. */
export const partitionOnly = (type = 'S'): Json => ({
  AttributeDefinitions: [attribute('pk', type)],
  KeySchema: [hash('pk')],
  ...onDemand,
})

/** `pk` and `sk`. */
export const composite = (pkType = 'S', skType = 'S'): Json => ({
  AttributeDefinitions: [attribute('pk', pkType), attribute('sk', skType)],
  KeySchema: [hash('pk'), range('sk')],
  ...onDemand,
})

/** `pk` and `sk`, a local index `by-local` on `local`, a global one `by-global` on `global`, all S. */
export const indexed: Json = {
  AttributeDefinitions: ['pk', 'sk', 'local', 'global'].map((name) => attribute(name, 'S')),
  KeySchema: [hash('pk'), range('sk')],
  LocalSecondaryIndexes: [
    { IndexName: 'by-local', KeySchema: [hash('pk'), range('local')], Projection: projectAll },
  ],
  GlobalSecondaryIndexes: [
    { IndexName: 'by-global', KeySchema: [hash('global')], Projection: projectAll },
  ],
  ...onDemand,
}

/**
 * `pk` and `sk`; local indexes `local-keys` on `local` and `local-some` on `other` that project the
 * keys and `kept`; global ones `global-keys`, `global-some` (with `kept`) and `global-all`, on
 * `group` and the number `rank`.
 */
export const projected: Json = {
  AttributeDefinitions: [
    ...['pk', 'sk', 'local', 'other', 'group'].map((name) => attribute(name, 'S')),
    attribute('rank', 'N'),
  ],
  KeySchema: [hash('pk'), range('sk')],
  LocalSecondaryIndexes: [
    {
      IndexName: 'local-keys',
      KeySchema: [hash('pk'), range('local')],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: 'local-some',
      KeySchema: [hash('pk'), range('other')],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['kept'] },
    },
  ],
  GlobalSecondaryIndexes: [
    ['global-keys', { ProjectionType: 'KEYS_ONLY' }] as const,
    ['global-some', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['kept'] }] as const,
    ['global-all', projectAll] as const,
  ].map(([IndexName, Projection]) => ({
    IndexName,
    KeySchema: [hash('group'), range('rank')],
    Projection,
  })),
  ...onDemand,
}

/** `pk`, and a global index `by-parts` on two HASH and three RANGE attributes of several types. */
export const severalParts: Json = {
  AttributeDefinitions: [
    ...['pk', 'tenant', 'city', 'day'].map((name) => attribute(name, 'S')),
    attribute('shop', 'N'),
    attribute('hour', 'N'),
    attribute('tag', 'B'),
  ],
  KeySchema: [hash('pk')],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-parts',
      KeySchema: [...['tenant', 'shop'].map(hash), ...['day', 'hour', 'tag'].map(range)],
      Projection: projectAll,
    },
    { IndexName: 'by-city', KeySchema: [hash('city')], Projection: projectAll },
  ],
  ...onDemand,
}
