/** The limits of an ExecuteTransaction. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { padded, putAll, S } from '../../../support/items.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const transact = (TransactStatements: readonly Json[], more: Json = {}) =>
  client.call('ExecuteTransaction', { TransactStatements, ...more })
const insert = (pk: string, bytes: number): Json => ({
  Statement: `INSERT INTO "${table}" VALUE {'pk': '${pk}', 'filler': ?}`,
  Parameters: [padded({ pk: S(pk) }, bytes)['filler']],
})

describe('an ExecuteTransaction accepts', () => {
  it('100 statements', async () => {
    const statements = Array.from({ length: 100 }, (_, i) => ({
      Statement: `INSERT INTO "${table}" VALUE {'pk': 'hundred-${i}'}`,
    }))
    assert.equal((await transact(statements)).status, 200)
    const reads = Array.from({ length: 100 }, (_, i) => ({
      Statement: `SELECT * FROM "${table}" WHERE pk = 'hundred-${i}'`,
    }))
    const { body } = await transact(reads)
    assert.equal((body['Responses'] as readonly Json[]).length, 100)
  })

  it('4 MB of items and not a byte more', async () => {
    const each = (4 * 1024 * 1024) / 16
    const full = (name: string, last: number) =>
      Array.from({ length: 16 }, (_, i) => insert(`${name}-${i}`, i === 15 ? last : each))
    assert.equal((await transact(full('fits', each))).status, 200)
    await expectError(transact(full('over', each + 1)), 'ValidationException', /4 MB/)
  })

  it('4 MB of items to read and not a byte more', async () => {
    const each = (4 * 1024 * 1024) / 16
    const names = Array.from({ length: 16 }, (_, i) => `read-${i}`)
    await putAll(
      client,
      table,
      names.map((pk) => padded({ pk: S(pk) }, each)),
    )
    const reads = names.map((pk) => ({ Statement: `SELECT pk FROM "${table}" WHERE pk = '${pk}'` }))
    assert.equal((await transact(reads)).status, 200)
    await putAll(client, table, [{ pk: S('one-more') }])
    const more = { Statement: `SELECT pk FROM "${table}" WHERE pk = 'one-more'` }
    await expectError(transact([...reads, more]), 'ValidationException', /4 MB/)
  })

  it('a token of 36 characters', async () => {
    const write = [insert('token', 100)]
    assert.equal((await transact(write, { ClientRequestToken: 't'.repeat(36) })).status, 200)
    await expectError(
      transact(write, { ClientRequestToken: 't'.repeat(37) }),
      'ValidationException',
      /less than or equal to 36$/,
    )
  })
})
