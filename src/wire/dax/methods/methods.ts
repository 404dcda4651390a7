/** Every method of DAX that clients of AWS send, by id. A connection with any other is cut. */
import { batchGetItem, batchWriteItem } from './batches.js'
import { defineAttributeList, defineAttributeListId, defineKeySchema } from './define.js'
import type { DaxMethod } from './method.js'
import { query, scan } from './pages.js'
import { deleteItem, getItem, putItem, updateItem } from './single-item.js'
import { transactGetItems, transactWriteItems } from './transactions.js'

const methods: readonly DaxMethod[] = [
  defineKeySchema,
  defineAttributeListId,
  defineAttributeList,
  getItem,
  putItem,
  updateItem,
  deleteItem,
  query,
  scan,
  batchGetItem,
  batchWriteItem,
  transactGetItems,
  transactWriteItems,
]

const byId = new Map(methods.map((method) => [method.id, method]))

export function findMethod(id: number): DaxMethod | undefined {
  return byId.get(id)
}

/** Methods that a connection answers itself. */
export const authorizeConnection = { id: 1489122155, arguments: 5 } as const
export const endpoints = { id: 455855874, arguments: 0 } as const
