/** Clients that send what no client of DAX sends, send slowly, or never read. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeCbor } from '../../src/wire/cbor/encode-cbor.js'
import { daxRequestBytesMax } from '../../src/wire/dax/limits.js'
import { withDaxServer } from './dax-server.js'
import { errorOf, RawClient } from './raw-client.js'
import { fuzzRequests } from './requests.fuzz.js'

const table = {
  TableName: 'Tab1',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
}
const tab1 = '4454616231'
const probe = { sent: `013a2c43e27e${tab1}`, answer: '80a16269646153' }

const requests = [
  '011a1b2bcf02',
  probe.sent,
  '013a495927bb816161',
  '011a27f9bd7102',
  `011a0fb0cc6a${tab1}4161bf00468201818212616102f50301ff`,
  `013a7d8e7e56${tab1}4161420201bf044a8301820c821262696480ff`,
  `011a54f89c0f${tab1}4161bf084f83018183138212616182110081010705ff`,
  `011a3c696221${tab1}4161bf0702ff`,
  `013a3781c2ae${tab1}4e830183008212626964821100816161bf0d0aff`,
  `013a6fc8309b${tab1}bf0d010f03ff`,
  '013a29985cdba1645461623183f4f6814161bf0300ff',
  '011a06ed585fa16454616231844170420201' + '4164f6bfff',
  '011a6f3d49db81445461623181417081f6bf0300ff',
  '013a4524c569820207824454616231445461623182417041648242' +
    '0201f6f682010182f6f682f6f6bf1363746f6bff',
]

describe('hostile clients of DAX', () => {
  for (const seed of [1, 2]) {
    it(`are answered or cut, whatever they send (seed ${seed})`, async () => {
      await withDaxServer(
        async ({ client, port }) => {
          await client.ask('CreateTable', table)
          const { answered, cut } = await fuzzRequests(seed, 100, { port, requests, probe })
          assert.ok(answered > 5 && cut > 5, `${answered} answered, ${cut} cut`)
        },
        { logLevel: 'error' },
      )
    })
  }

  for (const [name, bytes] of [
    ['HTTP', Buffer.from('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')],
    ['another magic', encodeCbor(['J7yne5H', 0, null, new Map(), 0]).subarray(1)],
    ['nothing but breaks', Buffer.alloc(64, 0xff)],
  ] as const) {
    it(`are cut if they begin with ${name}`, async () => {
      await withDaxServer(async ({ port }) => {
        const client = await RawClient.silent(port)
        client.socket.write(bytes)
        await client.closed()
      })
    })
  }

  it('are cut with a request that is too long, and one that fits is answered', async () => {
    await withDaxServer(async ({ client, port }) => {
      await client.ask('CreateTable', table)
      const put = (bytes: number): Buffer => {
        const item = Buffer.concat([Buffer.of(0x01), encodeCbor('x'.repeat(bytes))])
        const head = Buffer.from(`013a7d8e7e56${tab1}4161`, 'hex')
        return Buffer.concat([head, encodeCbor(item), Buffer.from('bfff', 'hex')])
      }
      const fits = await RawClient.connect(port)
      fits.socket.write(put(daxRequestBytesMax - 64))
      assert.equal(errorOf(await fits.answer()).type, 'ValidationException')
      fits.close()
      const long = await RawClient.connect(port)
      long.socket.write(put(daxRequestBytesMax + 64))
      await long.closed()
    })
  })

  it('may pipeline requests, and are answered in their order', async () => {
    await withDaxServer(async ({ client, port }) => {
      await client.ask('CreateTable', table)
      const dax = await RawClient.connect(port)
      const times = 500
      dax.socket.write(Buffer.from(`${probe.sent}011a1b2bcf02`.repeat(times), 'hex'))
      for (let i = 0; i < times; i++) {
        assert.equal(await dax.answer(), probe.answer)
        assert.match(await dax.answer(), /^8081a7/)
      }
      dax.close()
    })
  })

  it('are refused beyond the number of connections, and idle ones stay', async () => {
    await withDaxServer(
      async ({ client, port }) => {
        await client.ask('CreateTable', table)
        const open = await Promise.all([1, 2, 3].map(() => RawClient.connect(port)))
        for (const each of open) assert.equal(await each.ask(probe.sent), probe.answer)
        const refused = await RawClient.silent(port)
        await refused.closed()
        for (const each of open) {
          assert.equal(await each.ask(probe.sent), probe.answer)
          each.close()
        }
      },
      { connectionsPerAddressMax: 3, logLevel: 'silent' },
    )
  })

  it('are throttled like clients of HTTP', async () => {
    await withDaxServer(
      async ({ port }) => {
        const dax = await RawClient.connect(port)
        const types = []
        for (let i = 0; i < 20; i++) types.push(errorOf(await dax.ask(probe.sent)).type)
        assert.ok(types.includes('ThrottlingException'))
        dax.close()
      },
      { requestsPerSecondPerAddress: 5 },
    )
  })

  it('do not keep a server from stopping', async () => {
    const clients: RawClient[] = []
    await withDaxServer(async ({ port }) => {
      clients.push(await RawClient.silent(port), await RawClient.connect(port))
      clients[1]!.socket.write(Buffer.from('013a2c43', 'hex'))
      await new Promise(setImmediate)
    })
    for (const client of clients) await client.closed()
  })
})
