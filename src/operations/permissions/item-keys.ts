/**
 * DynamoDB's own condition keys: what a request says about items. Each is computed when a policy asks for it,
 * and only for actions that carry it.
 */
import type { Table } from '../../catalog/table.js'
import { dynamodbActions } from '../../policies/dynamodb-actions.js'
import type { KeyValue } from '../../policies/request-keys.js'
import { leadingKeys, readsAllPartitions, type ItemAccess } from '../access.js'

type ItemKey = (items: ItemAccess, table: Table | undefined) => KeyValue | undefined

/** By name in lower case. AWS: names that came later for keys of several attributes. */
const itemKeys: ReadonlyMap<string, ItemKey> = new Map<string, ItemKey>([
  ['dynamodb:leadingkeys', (items, table) => keysAt(items, table, 0)],
  ['dynamodb:firstpartitionkeyvalues', (items, table) => keysAt(items, table, 0)],
  ['dynamodb:secondpartitionkeyvalues', (items, table) => keysAt(items, table, 1)],
  ['dynamodb:thirdpartitionkeyvalues', (items, table) => keysAt(items, table, 2)],
  ['dynamodb:fourthpartitionkeyvalues', (items, table) => keysAt(items, table, 3)],
  ['dynamodb:attributes', ({ attributes }) => attributes()],
  ['dynamodb:select', ({ select }) => select],
  ['dynamodb:returnvalues', ({ returnValues }) => returnValues],
  ['dynamodb:returnconsumedcapacity', ({ returnConsumedCapacity }) => returnConsumedCapacity],
  ['dynamodb:enclosingoperation', ({ enclosingOperation }) => enclosingOperation],
  ['dynamodb:fulltablescan', fullScan],
])

/** By action, those that it carries. */
const carried: ReadonlyMap<string, ReadonlyMap<string, ItemKey>> = new Map(
  [...dynamodbActions].map(([action, { keys }]) => {
    const own = new Set(keys.map((name) => `dynamodb:${name}`.toLowerCase()))
    return [`dynamodb:${action}`, new Map([...itemKeys].filter(([name]) => own.has(name)))]
  }),
)

export function itemKeyOf(
  key: string,
  action: string,
  items: ItemAccess,
  table: Table | undefined,
): KeyValue | undefined {
  return carried.get(action)?.get(key)?.(items, table)
}

/** Of a table that does not exist nothing is known, and there is nothing to protect. */
function keysAt(
  items: ItemAccess,
  table: Table | undefined,
  nth: number,
): readonly string[] | undefined {
  if (table === undefined) return undefined
  const values = leadingKeys(items, table, nth)
  return values?.map((value) => {
    if ('S' in value) return value.S
    // AWS: numbers as they are stored, binaries in base64. Other types are no keys, and refused later.
    return 'N' in value ? value.N : 'B' in value ? value.B : ''
  })
}

function fullScan(items: ItemAccess, table: Table | undefined): string {
  return String(table === undefined || readsAllPartitions(items, table))
}
