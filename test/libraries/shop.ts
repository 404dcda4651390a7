/** The shop that every library runs: users, their orders, and the lines of the orders. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Client, Json } from '../support/client.js'
import { attribute, hash, onDemand, projectAll, range } from '../support/tables.js'

/** One table for everything: an inverted index, and one whose keys only some items have. */
export const singleTable: Json = {
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map((name) =>
    attribute(name, 'S'),
  ),
  KeySchema: [hash('pk'), range('sk')],
  GlobalSecondaryIndexes: ['gsi1', 'gsi2']
    .map((name) => ({
      IndexName: name,
      KeySchema: [hash(`${name}pk`), range(`${name}sk`)],
      Projection: projectAll,
    }))
    .concat([
      { IndexName: 'inverted', KeySchema: [hash('sk'), range('pk')], Projection: projectAll },
    ]),
  ...onDemand,
}

export function documentClientOf(client: Client): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client.sdk, {
    marshallOptions: { removeUndefinedValues: true },
  })
}

export interface OrderFacts {
  readonly orderId: string
  readonly status: 'open' | 'paid'
  readonly placedAt: string
  readonly total: number
}

/** Twelve orders of one user, a month apart; every third is still open. */
export const twelveOrders: readonly OrderFacts[] = Array.from({ length: 12 }, (_, n) => ({
  orderId: `order-${String(n).padStart(2, '0')}`,
  status: n % 3 === 0 ? 'open' : 'paid',
  placedAt: `2026-${String(n + 1).padStart(2, '0')}-01`,
  total: 10 * n,
}))

export const openOrders = twelveOrders.filter(({ status }) => status === 'open')

export const idsOf = (orders: readonly { readonly orderId: string }[]): readonly string[] =>
  orders.map(({ orderId }) => orderId)
