/** The protocol's own example of an exchange, byte by byte, in pieces of any size; lists outlive the server. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGramme } from '../../src/server/gramme.js'
import type { Client } from '../support/client.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { openServerStore } from '../support/server-store.js'
import { withDaxServer } from './dax-server.js'
import { errorOf, RawClient } from './raw-client.js'

async function createTables(client: Client): Promise<void> {
  const BillingMode = 'PAY_PER_REQUEST'
  await client.ask('CreateTable', {
    TableName: 'Tab2',
    BillingMode,
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  })
  await client.ask('CreateTable', {
    TableName: 'Tab1',
    BillingMode,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
}

const tab2 = '4454616232'
const key = '466161c11c0000'
/** Lists are numbered from 2, where the example has 1001 and 1002. */
const [first, second] = ['02', '03']

/** What is sent, what is answered, and how many values a success has. */
const exchange: readonly (readonly [string, string, string, number?])[] = [
  ['defineKeySchema', `013a2c43e27e${tab2}`, '80a262706b615362736b614e'],
  ['defineAttributeListId', '013a495927bb82616e6173', `80${first}`],
  [
    'putItem',
    `013a7d8e7e56${tab2}${key}4d${first}fb4029000000000000626869bf044a8301820c821262706b80ff`,
    '80bfff',
  ],
  ['getItem', `011a0fb0cc6a${tab2}${key}bfff`, `80bf0049${first}c48220187d626869ff`],
  ['defineAttributeList', `011a27f9bd71${first}`, '8082616e6173'],
  [
    'getItem with a projection',
    `011a0fb0cc6a${tab2}${key}bf00518201828212616e8412616d6178d90cfc01ff`,
    '80bf00a100c48220187dff',
  ],
  [
    'query',
    `013a3781c2ae${tab2}581c830183068300821262706b8211008304821262736b82110182616100bf0d0aff`,
    `80bf078182${key}49${first}c48220187d62686908010a01ff`,
  ],
  ['defineAttributeListId', '013a495927bb816161', `80${second}`],
  ['batchWriteItem', `011a06ed585fa1645461623184417042${second}014164f6bfff`, '80a080a0', 3],
  [
    'transactWriteItems',
    `013a4524c5698202078244546162314454616231824170416482` +
      `42${second}01f6f682010182f6f682f6f6bf1363746f6bff`,
    '80838080a0',
  ],
  ['transactGetItems', '011a6f3d49db81445461623181417081f6bf0300ff', `80828142${second}0180`],
  [
    'batchGetItem',
    `013a29985cdba1645461623283f4f681${key}bf0300ff`,
    `8082a1645461623282${key}49${first}c48220187d626869a080`,
    2,
  ],
]

describe('the worked exchange of DAX', () => {
  it('is answered as it is written', async () => {
    await withDaxServer(async ({ client, port }) => {
      await createTables(client)
      const dax = await RawClient.connect(port)
      for (const [name, sent, expected, values] of exchange) {
        assert.equal(await dax.ask(sent, values), expected, name)
      }
      dax.close()
    })
  })

  it('is answered the same byte by byte, and all at once', async () => {
    await withDaxServer(async ({ client, port }) => {
      await createTables(client)
      const slow = await RawClient.connect(port)
      for (const [name, sent, expected, values] of exchange) {
        for (let at = 0; at < sent.length; at += 2) {
          slow.socket.write(Buffer.from(sent.slice(at, at + 2), 'hex'))
          if (at % 32 === 0) await new Promise(setImmediate)
        }
        // Putting it again fails its condition once it is there, so this table is new.
        assert.equal(await slow.answer(values), expected, name)
      }
      const reads = exchange.filter(([name]) => /^(?:get|query|transactGet|batchGet)/.test(name))
      slow.socket.write(Buffer.from(reads.map(([, sent]) => sent).join(''), 'hex'))
      for (const [name, , expected, values] of reads) {
        assert.equal(await slow.answer(values), expected, name)
      }
      slow.close()
    })
  })

  it('an item that does not exist has no member, and a table is not found', async () => {
    await withDaxServer(async ({ client, port }) => {
      await createTables(client)
      const dax = await RawClient.connect(port)
      assert.equal(await dax.ask(`011a0fb0cc6a${tab2}466161c1200000bfff`), '80bfff')
      const missing = errorOf(await dax.ask('013a2c43e27e444e6f7065'))
      assert.deepEqual(missing.codes, [4, 37, 38, 39, 41])
      assert.equal(missing.type, 'ResourceNotFoundException')
      // The connection goes on after errors, also those about the form of a request.
      for (const sent of [
        `011a0fb0cc6a${tab2}40bfff`,
        `011a0fb0cc6a${tab2}${key}05`,
        `013a7d8e7e56${tab2}${key}421863bfff`,
        `013a3781c2ae${tab2}41ffbfff`,
        '011a27f9bd711863',
      ]) {
        assert.equal(errorOf(await dax.ask(sent)).type, 'ValidationException')
      }
      assert.equal(await dax.ask(`011a0fb0cc6a${tab2}466161c1200000bfff`), '80bfff')
      dax.close()
    })
  })

  const skip = engineUnderTest === 'memory' && 'memory forgets'
  it('attribute lists are the same after a restart', { skip }, async () => {
    const store = await openServerStore()
    const start = async () => {
      const gramme = createGramme({ port: 0, dax: true, daxPort: 0, ...store.options })
      await gramme.start()
      return gramme
    }
    let gramme = await start()
    let dax = await RawClient.connect(gramme.daxAddress!.port)
    assert.equal(await dax.ask('013a495927bb82616e6173'), `80${first}`)
    await gramme.stop()
    gramme = await start()
    dax = await RawClient.connect(gramme.daxAddress!.port)
    assert.equal(await dax.ask('013a495927bb816161'), `80${second}`)
    assert.equal(await dax.ask(`011a27f9bd71${first}`), '8082616e6173')
    await gramme.stop()
    await store.remove()
  })
})
