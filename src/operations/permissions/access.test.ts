/** What every operation declares that it touches, before it runs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { payloadOf } from '../../model/attribute-value.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import { memoryEngine } from '../../../test/support/engines.js'
import { accessRows, checkedInput, thingsArn } from '../access-rows-suite.js'
import { leadingKeys, readsAllPartitions, type Access } from '../access.js'
import { openTestDatabase, type Json } from '../database-suite.js'
import { testCaller } from '../json-call-suite.js'
import type { Operation, OperationContext } from '../operation.js'
import { allOperations } from '../registry.js'

const attribute = (name: string): KeyAttribute => ({ name, type: 'S' })
const groups = { name: 'groups', keySchema: { partition: [attribute('grp')], sort: [] } }
const schema = {
  keySchema: { partition: attribute('pk') },
  indexes: [groups],
} as unknown as Parameters<typeof leadingKeys>[1]

/**
 * Action, resource, then for items the attributes, after a colon the leading keys, and in brackets what else
 * a policy can ask for.
 */
function shown({ action, resource, isPrefix, items, tags, tagKeys, keys }: Access): string {
  const place = `${resource.replace(thingsArn, 'T')}${isPrefix === true ? '*' : ''}`
  const brought = tags?.map(({ key, value }) => ` ${key}=${value}`).join('') ?? ''
  const others = Object.entries(keys ?? {}).map(([name, value]) => ` ${name}=${value}`)
  const beside = `${brought}${tagKeys?.map((key) => ` -${key}`).join('') ?? ''}${others.join('')}`
  if (items === undefined) return `${action} ${place}${beside}`
  const leading = leadingKeys(items, schema)?.map(payloadOf).join(' ')
  const { select, returnValues, returnConsumedCapacity, enclosingOperation } = items
  const isScan = action === 'dynamodb:PartiQLSelect' && readsAllPartitions(items, schema)
  const details = [select, returnValues, enclosingOperation, isScan ? 'scan' : undefined].filter(
    (each) => each !== undefined,
  )
  const capacity = returnConsumedCapacity === undefined ? '' : ` ${returnConsumedCapacity}`
  return `${action} ${place} ${items.attributes().join(' ')}: ${leading ?? 'any'} [${details.join(' ')}]${capacity}`
}

describe('what an operation touches', () => {
  for (const operation of allOperations) {
    it(`is known for ${operation.definition.id}`, async () => {
      const rows = accessRows(operation)
      assert.ok(rows.length > 0, 'add a row for the operation')
      for (const [json, ...expected] of rows) await check(operation, json, expected)
    })
  }
})

const { database } = openTestDatabase(memoryEngine())
const origin = { caller: testCaller, host: 'here', requestId: 'test' }
const ctx = { ...database, ...origin } as OperationContext

async function check(operation: Operation, json: Json, expected: readonly string[]): Promise<void> {
  await operation.load?.()
  const request = operation.read(checkedInput(operation, json), ctx)
  assert.deepEqual((await operation.access(ctx, request)).map(shown), expected)
}
