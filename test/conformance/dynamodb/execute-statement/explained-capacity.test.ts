/** The console tells what a statement will cost before it is run; the server charges no other amount. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDescription } from '../../../../console/src/api/generated/dynamodb-types.js'
import { explainStatement } from '../../../../console/src/code/explain-statement.js'
import { readStatement } from '../../../../console/src/code/read-statement.js'
import { tableFacts } from '../../../../console/src/code/table-facts.js'
import { connect } from '../../../support/client.js'
import { padded, putAll, S, type Item } from '../../../support/items.js'
import { statementsOf } from '../../../support/partiql.js'
import { indexed } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(indexed)
const statements = statementsOf(client)

const items: readonly Item[] = Array.from({ length: 12 }, (_, n) =>
  padded(
    { pk: S(`p${n % 3}`), sk: S(`s${n}`), local: S(`l${n}`), global: S(`g${n % 2}`) },
    1000 + 300 * n,
  ),
)
await putAll(client, table, items)
const { Table } = await client.ask('DescribeTable', { TableName: table })
const facts = tableFacts(Table as TableDescription)

const from = (index = '') => `SELECT * FROM "${table}"${index === '' ? '' : `."${index}"`}`

describe('the console explains', () => {
  const rows: readonly (readonly [string, string, number?])[] = [
    ['Scan', from(), 1],
    ['Scan', `${from()} WHERE sk = 's1'`, 1],
    ['Scan', from('by-global'), 1],
    ['Query', `${from()} WHERE pk = 'p1'`],
    ['Query', `${from()} WHERE pk = 'p1' AND sk > 's4' AND x = 'y'`],
    ['Query', `${from()} WHERE pk IN ['p1', 'p2', 'nobody']`],
    ['Query', `${from('by-global')} WHERE "global" = 'g1'`],
    ['Query', `${from('by-local')} WHERE pk = 'p1' AND "local" = 'l4'`],
    ['Get', `${from()} WHERE pk = 'p1' AND sk = 's10'`],
    ['Get', `${from()} WHERE pk = 'p1' AND sk = 'nothing'`],
    ['Get', `${from()} WHERE pk = 'p1' AND sk IN ['s1', 's4', 's7']`],
  ]
  for (const [access, statement, exactly] of rows) {
    it(`${access}: ${statement.replace(table, 'table')}`, async () => {
      for (const isConsistent of [false, true]) {
        if (isConsistent && statement.includes('by-global')) continue
        const explanation = explainStatement(readStatement(statement)!, facts, { isConsistent })
        const units = await consumed(statement, isConsistent)
        const { least, most } = explanation.units
        assert.equal(explanation.access, access)
        assert.ok(least <= units && units <= most!, `${least} to ${most}, charged ${units}`)
        if (exactly !== undefined) assert.equal(units, least)
      }
    })
  }

  const writes: readonly string[] = [
    `INSERT INTO "${table}" VALUE {'pk': 'new', 'sk': 'a'}`,
    `INSERT INTO "${table}" VALUE {'pk': 'new', 'sk': 'b', 'local': 'l', 'global': 'g', 'x': '${'x'.repeat(3000)}'}`,
    `UPDATE "${table}" SET x = 1 WHERE pk = 'new' AND sk = 'a'`,
    `DELETE FROM "${table}" WHERE pk = 'new' AND sk = 'b'`,
  ]
  for (const statement of writes) {
    it(`a write: ${statement.replace(table, 'table').slice(0, 60)}`, async () => {
      const { units } = explainStatement(readStatement(statement)!, facts)
      const charged = await consumed(statement, false)
      assert.ok(units.least <= charged, `at least ${units.least}, charged ${charged}`)
      assert.ok(charged <= (units.most ?? charged), `at most ${units.most}, charged ${charged}`)
    })
  }
})

async function consumed(statement: string, isConsistent: boolean): Promise<number> {
  const consistent = isConsistent ? { ConsistentRead: true } : {}
  const options = { ReturnConsumedCapacity: 'TOTAL', ...consistent } as const
  const { ConsumedCapacity } = await statements.run(statement, undefined, options)
  return ConsumedCapacity!.CapacityUnits!
}
