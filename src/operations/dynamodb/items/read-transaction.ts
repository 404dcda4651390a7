/** Reads the actions of a TransactWriteItems as writes. */
import type {
  ConditionCheck,
  Delete,
  Put,
  TransactWriteItem,
  Update,
} from '../../../api/generated/dynamodb-types.js'
import type { Condition } from '../../../expressions/condition.js'
import { readExpressions } from '../../../expressions/read-expressions.js'
import { checkTransactionSize } from '../../../items/write/cancellation.js'
import { PassingPut } from '../../../items/write/passing-put.js'
import type { Write, WriteAction } from '../../../items/write/write.js'
import type { AttributeMap } from '../../../model/attribute-value.js'
import { validation } from '../../../model/errors.js'
import { itemSizeBytes } from '../../../model/item-size.js'
import { itemSizeBytesMax } from '../../../model/limits.js'
import { readItem, readTransactedItem } from '../../../model/read-attribute-value.js'
import { showsItemOnFailure } from './read-condition.js'

/** A write and the table it is for, by name or ARN. */
export interface NamedWrite {
  readonly tableName: string
  readonly write: Write
}

/** In the order AWS reports faults: action by action, then those of the whole request. */
export function readTransaction(elements: readonly TransactWriteItem[]): readonly NamedWrite[] {
  for (const element of elements) requireOneAction(element)
  const writes = elements.map(readElement)
  if (writes.some(({ write }) => putBytes(write.action) > itemSizeBytesMax)) {
    throw validation('Item size has exceeded the maximum allowed size')
  }
  checkTransactionSize(writes.map(({ write }, i) => payloadBytes(elements[i]!, write.action)))
  return writes
}

/** AWS: the request is measured, and not what is stored. */
function payloadBytes(
  { ConditionCheck, Put, Update, Delete }: TransactWriteItem,
  action: WriteAction,
): number {
  const { ExpressionAttributeValues } = (Put ?? Update ?? Delete ?? ConditionCheck)!
  // Reading the element has checked the values, each of which has one member now.
  const values = ExpressionAttributeValues as AttributeMap | undefined
  const itemBytes = action.kind === 'put' ? action.sizeBytes : itemSizeBytes(action.key)
  return values === undefined ? itemBytes : itemBytes + itemSizeBytes(values)
}

function requireOneAction({ ConditionCheck, Put, Update, Delete }: TransactWriteItem): void {
  const given = [ConditionCheck, Put, Update, Delete].filter((action) => action !== undefined)
  if (given.length === 1) return
  if (given.length === 0) {
    // AWS: as of October 2026, in regions without the newer validation.
    throw validation(
      'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request',
    )
  }
  throw validation('TransactItems can only contain one of Check, Put, Update or Delete')
}

function putBytes(action: WriteAction): number {
  return action.kind === 'put' ? action.sizeBytes : 0
}

function readElement({ ConditionCheck, Put, Update, Delete }: TransactWriteItem): NamedWrite {
  if (Put !== undefined) return readPut(Put)
  if (Update !== undefined) return readUpdate(Update)
  if (Delete !== undefined) return readKeyed(Delete, 'delete')
  return readKeyed(ConditionCheck!, 'check')
}

function readPut(input: Put): NamedWrite {
  const item = readTransactedItem(input.Item)
  const { condition } = readActionExpressions(input)
  return named(input, new PassingPut(item), condition)
}

function readUpdate(input: Update): NamedWrite {
  const { update, condition } = readActionExpressions(input, input.UpdateExpression)
  const key = readItem(input.Key)
  return named(input, { kind: 'update', key, update, flatSize: true }, condition)
}

function readKeyed(input: Delete | ConditionCheck, kind: 'delete' | 'check'): NamedWrite {
  const { condition } = readActionExpressions(input)
  const key = readItem(input.Key)
  return named(input, { kind, key }, condition)
}

type Action = Put | Update | Delete | ConditionCheck

function readActionExpressions(input: Action, update?: string) {
  return readExpressions({
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
    update,
    condition: input.ConditionExpression,
    valueReading: 'transacted',
  })
}

function named(input: Action, action: WriteAction, condition: Condition | undefined): NamedWrite {
  const write = { action, condition, showItemOnFailure: showsItemOnFailure(input) }
  return { tableName: input.TableName, write }
}
