/**
 * EXISTS: a check of one item, which must exist and satisfy the rest of the WHERE beside its key.
 */
import type { Table } from '../../catalog/table.js'
import type { Condition } from '../../expressions/condition.js'
import type { Write } from '../../items/write/write.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import { validation } from '../../model/errors.js'
import { keyAttributes } from '../../model/key-schema.js'
import { itemMeets } from '../plan-write.js'
import type { Exists } from '../statement.js'
import { splitWhere } from './where-key.js'

export function planExists({ keySchema }: Table, { select }: Exists): Write {
  const { equalities, rest } = splitWhere(keySchema, select.where)
  const key: [string, AttributeValue][] = []
  const conditions: Condition[] = [...rest]
  for (const { name } of keyAttributes(keySchema)) {
    const [first, ...others] = equalities.get(name) ?? []
    if (first === undefined) throw notSingleItem()
    key.push([name, first])
    // AWS: if a key is given twice, the first value finds the item and the second is a condition.
    conditions.push(...others.map((value) => equals(name, value)))
  }
  if (conditions.length === 0) throw notSingleItem()
  return {
    action: { kind: 'check', key: Object.fromEntries(key) },
    condition: itemMeets(keySchema, conditions),
  }
}

function equals(name: string, value: AttributeValue): Condition {
  const left = { kind: 'path', path: [name] } as const
  return { kind: 'comparison', comparator: '=', left, right: { kind: 'value', value } }
}

function notSingleItem() {
  return validation('EXISTS() must contain a single item read with additional condition')
}
