/**
 * What an ExecuteTransaction costs: the table twice, its indexes once, repeated requests like
 * reads.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { ParameterizedStatement } from '@aws-sdk/client-dynamodb'
import { connect } from '../../../support/client.js'
import { padded, putAll, S } from '../../../support/items.js'
import { statementsOf, valuesOf, type Member } from '../../../support/partiql.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const { transact } = statementsOf(client)
const select = (pk: string, from = table): string => `SELECT * FROM "${from}" WHERE pk = '${pk}'`
const insert = (pk: string, into = table): string => `INSERT INTO "${into}" VALUE {'pk': '${pk}'}`

interface Cost {
  readonly TableName?: string | undefined
  readonly CapacityUnits?: number | undefined
  readonly ReadCapacityUnits?: number | undefined
  readonly WriteCapacityUnits?: number | undefined
  readonly Table?: Cost | undefined
  readonly LocalSecondaryIndexes?: Readonly<Record<string, Cost>> | undefined
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Cost>> | undefined
}

async function costs(
  members: readonly Member<ParameterizedStatement>[],
  options: object = {},
): Promise<readonly Cost[]> {
  const asked = { ReturnConsumedCapacity: 'TOTAL', ...options } as const
  return (await transact(members, asked)).ConsumedCapacity ?? []
}

/** Units of each table: total, read, written. */
async function units(
  members: readonly Member<ParameterizedStatement>[],
  options: object = {},
): Promise<unknown> {
  const list = await costs(members, options)
  const named = list.map((cost): [string, unknown] => [
    cost.TableName!,
    [cost.CapacityUnits, cost.ReadCapacityUnits, cost.WriteCapacityUnits],
  ])
  return Object.fromEntries(named)
}

describe('a transaction of reads costs', () => {
  it('nothing visible unless requested', async () => {
    assert.equal((await transact([select('a')])).ConsumedCapacity, undefined)
  })

  it('two units for each 4 KB, missing items included', async () => {
    await putAll(client, table, [{ pk: S('small') }, padded({ pk: S('large') }, 4097)])
    assert.deepEqual(await units([select('small')]), { [table]: [2, 2, undefined] })
    const members = [select('large'), select('nobody'), select('x', other)]
    assert.deepEqual(await units(members), {
      [table]: [6, 6, undefined],
      [other]: [2, 2, undefined],
    })
  })
})

describe('a transaction of writes costs', () => {
  it('two units for each KB, by table', async () => {
    const large = {
      Statement: `INSERT INTO "${table}" VALUE {'pk': 'l', 'filler': ?}`,
      Parameters: valuesOf([padded({ pk: S('l') }, 1025)['filler']!]),
    }
    assert.deepEqual(await units([large, insert('s'), insert('s', other)]), {
      [table]: [6, undefined, 6],
      [other]: [2, undefined, 2],
    })
  })

  it('two units for a check, and to delete a missing item', async () => {
    await putAll(client, table, [{ pk: S('there') }])
    const exists = `EXISTS(SELECT * FROM "${table}" WHERE pk = 'there' AND attribute_exists(pk))`
    const nothing = `DELETE FROM "${table}" WHERE pk = 'nobody'`
    assert.deepEqual(await units([exists, nothing]), { [table]: [4, undefined, 4] })
  })

  it('its indexes like any other write', async () => {
    const statement = `INSERT INTO "${withIndexes}" VALUE {'pk': 'i', 'sk': '1', 'local': 'l', 'global': 'g'}`
    const [cost] = await costs([statement], { ReturnConsumedCapacity: 'INDEXES' })
    assert.equal(cost!.CapacityUnits, 4)
    assert.equal(cost!.Table?.CapacityUnits, 2)
    assert.equal(cost!.LocalSecondaryIndexes?.['by-local']?.CapacityUnits, 1)
    assert.equal(cost!.GlobalSecondaryIndexes?.['by-global']?.CapacityUnits, 1)
  })

  it('two units for reading if it is repeated with its token', async () => {
    const token = { ClientRequestToken: randomUUID() }
    assert.deepEqual(await units([insert('again')], token), { [table]: [2, undefined, 2] })
    assert.deepEqual(await units([insert('again')], token), { [table]: [2, 2, undefined] })
  })
})
