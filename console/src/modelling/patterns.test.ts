import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccessPattern, DataModel, ModelTable } from './data-model.js'
import { exampleShop } from './example-shop.js'
import type { PlannedCondition } from './pattern-plan.js'
import { patternRequestOf } from './pattern-request.js'
import { servePattern } from './serve-pattern.js'
import { simulatePattern } from './simulate-pattern.js'
import { warningsOf } from './model-warnings.js'

const shop: DataModel = exampleShop('')
const table: ModelTable = shop.tables[0]!

function patternOf(name: string, change: Partial<AccessPattern> = {}): AccessPattern {
  return { ...shop.patterns.find((each) => each.name === name)!, ...change }
}

function said(condition: PlannedCondition | undefined): string {
  if (condition === undefined) return ''
  const values = condition.values.map((value) => Object.values(value)[0] as string)
  return `${condition.attribute} ${condition.operator} ${values.join(' ')}`
}

function outcome(pattern: AccessPattern): string {
  const plan = servePattern(table, pattern)
  if (plan.kind === 'unserved') return plan.reasons.map(({ reason }) => reason).join(' / ')
  const conditions = [plan.partition, plan.sort, ...plan.filters]
    .map(said)
    .filter((each) => each !== '')
  const { read, returned, readUnits, writeUnits, requests } = simulatePattern(table, pattern, plan)
  return `${plan.index ?? 'table'}: ${conditions.join(', ')}; ${read} ${returned} ${readUnits + writeUnits} ${requests}`
}

describe('access patterns', () => {
  const check = (pattern: AccessPattern, expected: string): void => {
    it(`${pattern.name}: ${expected}`, () => {
      assert.equal(outcome(pattern), expected)
    })
  }

  check(patternOf('Customer by id'), 'table: PK = CUST#1, SK = PROFILE; 1 1 0.5 1')
  check(
    patternOf('Customer by email'),
    'GSI1: GSI1PK = EMAIL#chen@example.com, GSI1SK begins_with CUST#; 1 1 0.5 1',
  )
  check(
    patternOf('Orders of a customer, newest first'),
    'table: PK = CUST#1, SK begins_with ORDER#; 3 3 0.5 1',
  )
  check(
    patternOf('Orders of a customer, newest first', { limit: 2, consistent: true }),
    'table: PK = CUST#1, SK begins_with ORDER#; 2 2 1 1',
  )
  check(
    patternOf('Orders of a customer in a month'),
    'table: PK = CUST#1, SK between ORDER#2026-10-01 ORDER#2026-10-31$; 2 2 0.5 1',
  )
  check(patternOf('Order by its number'), 'GSI1: GSI1PK = ORDER#104, GSI1SK = ORDER; 1 1 0.5 1')
  check(patternOf('Orders that wait in a warehouse'), 'Waiting: waitsIn = Oslo; 2 2 0.5 1')
  check(
    patternOf('Orders of a customer, newest first', {
      name: 'Open orders of a customer',
      conditions: [
        { field: 'customerId', operator: '=', values: ['1'] },
        { field: 'status', operator: '=', values: ['open'] },
      ],
    }),
    'table: PK = CUST#1, SK begins_with ORDER#, status = open; 3 2 0.5 1',
  )
  check(
    patternOf('Orders of a customer, newest first', {
      name: 'Large orders',
      operation: 'Scan',
      conditions: [{ field: 'total', operator: '>', values: ['100'] }],
    }),
    'table: total > 100; 20 1 0.5 1',
  )
  check(
    patternOf('Customer by id', { name: 'New customer', operation: 'PutItem' }),
    'table: PK = CUST#1, SK = PROFILE; 0 0 1 1',
  )
  check(
    patternOf('Customer by email', {
      name: 'Customer by name',
      conditions: [{ field: 'name', operator: '=', values: ['Ada Berg'] }],
    }),
    'PK is CUST#<customerId>, and customerId is not known. / GSI1PK is EMAIL#<email>, and email is not known. / no condition gives waitsIn, and Customer has no template for it.',
  )
  check(
    patternOf('Order by its number', {
      name: 'Order by its number, consistently',
      consistent: true,
    }),
    'PK is CUST#<customerId>, and customerId is not known. / A global index has no strongly consistent reads. / A global index has no strongly consistent reads.',
  )
  check(
    patternOf('Customer by id', { name: 'An order without its date', entity: 'Order', via: '' }),
    'GetItem needs the whole key: SK is ORDER#<date>#<orderId>, and date and orderId are not known.',
  )
  check(
    patternOf('Customer by id', { name: 'By a lost index', via: 'Gone' }),
    'There is no such index.',
  )

  it('meets what the example expects', () => {
    for (const pattern of shop.patterns) {
      const plan = servePattern(table, pattern)
      assert.ok(plan.kind === 'served', pattern.name)
      assert.equal(
        simulatePattern(table, pattern, plan).returned,
        pattern.expectedRows,
        pattern.name,
      )
    }
  })

  it('are requests', () => {
    const pattern = patternOf('Orders of a customer in a month', { descending: true })
    const plan = servePattern(table, pattern)
    assert.ok(plan.kind === 'served')
    assert.deepEqual(patternRequestOf(table, pattern, plan), {
      operation: 'Query',
      input: {
        TableName: 'Shop',
        ReturnConsumedCapacity: 'TOTAL',
        KeyConditionExpression: '#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2',
        ExpressionAttributeNames: { '#n0': 'PK', '#n1': 'SK' },
        ExpressionAttributeValues: {
          ':v0': { S: 'CUST#1' },
          ':v1': { S: 'ORDER#2026-10-01' },
          ':v2': { S: 'ORDER#2026-10-31$' },
        },
        ScanIndexForward: false,
      },
    })
  })

  it('leave warnings where nothing serves them, and where nothing uses an index', () => {
    const patterns = [patternOf('Customer by email', { name: 'By name', conditions: [] })]
    assert.deepEqual(warningsOf(table, patterns), [
      { subject: 'By name', message: 'Neither the table nor an index serves it.' },
      { subject: 'GSI1', message: 'No access pattern uses this index.' },
      { subject: 'Waiting', message: 'No access pattern uses this index.' },
    ])
    assert.deepEqual(warningsOf(table, shop.patterns), [])
  })
})
