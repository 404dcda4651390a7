/** Who gets in by the door of DAX where signatures are verified, and what they may do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exchangeForm } from '../support/iam-form.js'
import { rootKey } from '../support/iam-server.js'
import { withDaxServer } from './dax-server.js'
import { errorOf, RawClient } from './raw-client.js'

const schemaOf = '013a2c43e27e4454616231'
const getItem = '011a0fb0cc6a44546162314161bfff'
const deleteItem = '011a3c69622144546162314161bfff'
const endpoints = '011a1b2bcf02'

const table = {
  TableName: 'Tab1',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
}

describe('access to the door of DAX', () => {
  it('is by a signature, which is verified for every request', async () => {
    await withDaxServer(
      async ({ client, port, gramme }) => {
        await client.ask('CreateTable', table)
        const root = await RawClient.connect(port, rootKey)
        assert.equal(await root.ask(schemaOf), '80a1626964615' + '3')
        assert.equal(await root.ask(getItem), '80bfff')

        const stranger = await RawClient.connect(port, { ...rootKey, secretAccessKey: 'wrong' })
        assert.match(await stranger.ask(endpoints), /^8081/)
        assert.deepEqual(errorOf(await stranger.ask(getItem)).codes, [4, 23, 31, 32])
        // The connection can be authorised again.
        stranger.authorise(rootKey)
        assert.equal(await stranger.ask(getItem), '80bfff')
        stranger.authorise(rootKey, new Date(Date.now() - 16 * 60_000))
        assert.deepEqual(errorOf(await stranger.ask(getItem)).codes, [4, 23, 31, 33])

        const nobody = await RawClient.connect(port, null)
        assert.deepEqual(errorOf(await nobody.ask(getItem)).codes, [4, 23, 31, 33])

        const iam = (parameters: Readonly<Record<string, string>>) =>
          exchangeForm(gramme.address.url, rootKey, parameters)
        const UserName = 'reader'
        await iam({ Action: 'CreateUser', UserName })
        const PolicyArn = 'arn:aws:iam::aws:policy/AmazonDynamoDBReadOnlyAccess'
        await iam({ Action: 'AttachUserPolicy', UserName, PolicyArn })
        const made = await iam({ Action: 'CreateAccessKey', UserName })
        const key = {
          accessKeyId: elementOf(made, 'AccessKeyId'),
          secretAccessKey: elementOf(made, 'SecretAccessKey'),
        }
        const reader = await RawClient.connect(port, key)
        assert.equal(await reader.ask(getItem), '80bfff')
        assert.equal(errorOf(await reader.ask(deleteItem)).type, 'AccessDeniedException')
        await iam({ Action: 'DeleteAccessKey', UserName, AccessKeyId: key.accessKeyId })
        assert.deepEqual(errorOf(await reader.ask(getItem)).codes, [4, 23, 31, 32])
        for (const each of [root, stranger, nobody, reader]) each.close()
      },
      { auth: 'iam', logLevel: 'silent' },
    )
  })

  it('is open to any key otherwise, and accounts have their own tables', async () => {
    await withDaxServer(async ({ client, port }) => {
      await client.ask('CreateTable', table)
      const anyone = await RawClient.connect(port)
      assert.equal(await anyone.ask(getItem), '80bfff')
      const other = await RawClient.connect(port, {
        accessKeyId: '123456789012',
        secretAccessKey: 'x',
      })
      assert.equal(errorOf(await other.ask(schemaOf)).type, 'ResourceNotFoundException')
      anyone.close()
      other.close()
    })
  })
})

function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)![1]!
}
