/** Shapes of tables that tests are fond of. Names of attributes tell what they are for. */
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
