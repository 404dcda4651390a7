/**
 * What the door of DAX answers from memory: the same bytes as a read of the table, until something is written. An
 * answer from memory is known by its consumed capacity, which it does not have.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGramme } from '../../src/server/gramme.js'
import { encodeCbor } from '../../src/wire/cbor/encode-cbor.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { exchangeForm } from '../support/iam-form.js'
import { rootKey } from '../support/iam-server.js'
import { openServerStore } from '../support/server-store.js'
import { until } from '../support/until.js'
import { DaxClient } from '../concurrency/dax-client.js'

const hex = (text: string) => Buffer.from(text, 'hex')
const bytes = (text: string) => encodeCbor(Buffer.from(text))
const withCapacity = hex('bf0301ff')
const consistently = hex('bf02f5ff')

interface Bench {
  readonly client: Client
  readonly tableName: string
  readonly dax: DaxClient
  readonly port: number
}

async function withBench(
  use: (bench: Bench) => Promise<void>,
  auth: 'open' | 'iam' = 'open',
): Promise<void> {
  const store = await openServerStore()
  const credentials = auth === 'iam' ? { ...testCredentials, ...rootKey } : testCredentials
  const gramme = createGramme({
    ...{ port: 0, dax: true, daxPort: 0, auth, ...store.options },
    ...(auth === 'iam' && {
      rootAccessKeyId: rootKey.accessKeyId,
      rootSecretAccessKey: rootKey.secretAccessKey,
    }),
  })
  try {
    await gramme.start()
    const client = clientOf(gramme.address, credentials)
    const tableName = await client.createTable({
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    const { port } = gramme.daxAddress!
    using dax = await DaxClient.connect(port, tableName, credentials)
    await use({ client, tableName, dax, port })
    client.sdk.destroy()
    client.streams.destroy()
  } finally {
    await gramme.stop()
    await store.remove()
  }
}

function get({ dax, tableName }: Bench, key: string, keywords: Buffer): Promise<Buffer> {
  return dax.exchange([hex('011a0fb0cc6a'), bytes(tableName), bytes(key), keywords])
}

function query({ dax, tableName }: Bench, key: string): Promise<Buffer> {
  const condition = [1, [0, [18, 'pk'], [17, 0]], [key]]
  const tree = encodeCbor(encodeCbor(condition))
  return dax.exchange([hex('013a3781c2ae'), bytes(tableName), tree, withCapacity])
}

function batchGet({ dax, tableName }: Bench, keys: readonly string[]): Promise<Buffer> {
  const wanted = [false, null, keys.map((key) => Buffer.from(key))]
  const tables = encodeCbor(new Map([[tableName, wanted]]))
  return dax.exchange([hex('013a29985cdb'), tables, withCapacity], 2)
}

/** In one transaction. */
async function deleteBoth({ dax, tableName }: Bench, ...keys: readonly string[]): Promise<void> {
  const deletion = 7
  const lists = [
    keys.map(() => deletion),
    keys.map(() => Buffer.from(tableName)),
    keys.map((key) => Buffer.from(key)),
    keys.map(() => null),
  ]
  const none = [null, null, null, null].map((each) => encodeCbor(each))
  const given = lists.map((list) => encodeCbor(list))
  await dax.exchange([hex('013a4524c569'), ...given, ...none, hex('bfff')])
}

async function putOverHttp({ client, tableName }: Bench, key: string): Promise<void> {
  const Item = {
    pk: { S: key },
    n: { N: '1.50' },
    set: { NS: ['3', '1.0'] },
    l: { L: [{ S: 'x' }] },
  }
  await client.ask('PutItem', { TableName: tableName, Item })
}

/** Reads until it is answered from memory, which answers with fewer bytes; resolves with these. */
async function fromMemory(read: () => Promise<Buffer>): Promise<Buffer> {
  const first = await read()
  let answer = first
  await until(
    async () => (answer = await read()).length < first.length,
    () => `never answered from memory: ${answer.toString('hex')}`,
  )
  return answer
}

describe('the caches of DAX', () => {
  it('answer items as reads of the table do, until they are written by anybody', async () => {
    await withBench(async (bench) => {
      await putOverHttp(bench, 'a')
      const remembered = await fromMemory(() => get(bench, 'a', withCapacity))
      assert.deepEqual(remembered, await get(bench, 'a', consistently))
      assert.deepEqual(remembered, await get(bench, 'a', hex('bfff')))
      await bench.client.ask('UpdateItem', {
        TableName: bench.tableName,
        Key: { pk: { S: 'a' } },
        UpdateExpression: 'REMOVE n',
      })
      const changed = await get(bench, 'a', hex('bfff'))
      assert.notDeepEqual(changed, remembered)
      assert.deepEqual(changed, await get(bench, 'a', consistently))
    })
  })

  it('know that there is no item, and know what was put through DAX', async () => {
    await withBench(async (bench) => {
      const nothing = await fromMemory(() => get(bench, 'b', withCapacity))
      assert.equal(nothing.toString('hex'), '80bfff')
      await bench.dax.put('b', 'text')
      const put = await get(bench, 'b', hex('bfff'))
      assert.notDeepEqual(put, nothing)
      assert.deepEqual(put, await get(bench, 'b', consistently))
    })
  })

  it('answer the parts of a batch that they know', async () => {
    await withBench(async (bench) => {
      await putOverHttp(bench, 'a')
      await putOverHttp(bench, 'c')
      await fromMemory(() => get(bench, 'a', withCapacity))
      const whole = await fromMemory(() => batchGet(bench, ['a', 'none', 'c']))
      // Nothing is left, and nothing was consumed.
      assert.equal(whole.subarray(-2).toString('hex'), 'a080')
      const items = whole.toString('latin1')
      const a = (await get(bench, 'a', hex('bfff'))).subarray(3, -1).toString('latin1')
      assert.ok(items.includes(`Aa${a}`) && items.includes(`Ac${a}`))
      await assert.rejects(batchGet(bench, ['a', 'a']), /contains duplicates/)
    })
  })

  it('know the items of a transaction, which are read again in the background', async () => {
    await withBench(async (bench) => {
      await putOverHttp(bench, 'a')
      await putOverHttp(bench, 'c')
      await fromMemory(() => get(bench, 'a', withCapacity))
      await deleteBoth(bench, 'a', 'c')
      // Nobody else calls it.
      const read = /^gramme_requests_total\{.*operation="TransactGetItems",code="OK"\} 1$/m
      await until(
        async () => read.test(await (await fetch(`${bench.client.url}/metrics`)).text()),
        () => 'the items were not read',
      )
      for (const key of ['a', 'c']) {
        // An answer from memory has consumed nothing.
        await until(
          async () => (await get(bench, key, withCapacity)).toString('hex') === '80bfff',
          () => `${key} is not known to be gone`,
        )
      }
    })
  })

  it('forget the pages of a partition that is written, and no others', async () => {
    await withBench(async (bench) => {
      await putOverHttp(bench, 'a')
      await putOverHttp(bench, 'c')
      const ofA = await fromMemory(() => query(bench, 'a'))
      const ofC = await fromMemory(() => query(bench, 'c'))
      await putOverHttp(bench, 'a')
      assert.ok((await query(bench, 'a')).length > ofA.length)
      assert.deepEqual(await query(bench, 'c'), ofC)
    })
  })

  it('answer nobody who may not read the table', async () => {
    await withBench(async (bench) => {
      await putOverHttp(bench, 'a')
      await fromMemory(() => get(bench, 'a', withCapacity))
      const { url } = bench.client
      const UserName = 'stranger'
      await exchangeForm(url, rootKey, { Action: 'CreateUser', UserName })
      const made = await exchangeForm(url, rootKey, { Action: 'CreateAccessKey', UserName })
      const textIn = (name: string) => new RegExp(`<${name}>(.+?)</`).exec(made)![1]!
      const key = { accessKeyId: textIn('AccessKeyId'), secretAccessKey: textIn('SecretAccessKey') }
      using dax = await DaxClient.connect(bench.port, bench.tableName, key)
      const stranger = { ...bench, dax }
      await assert.rejects(get(stranger, 'a', hex('bfff')), /AccessDenied/)
      await assert.rejects(batchGet(stranger, ['a']), /AccessDenied/)
    }, 'iam')
  })

  it('forget a table that is deleted', async () => {
    await withBench(async (bench) => {
      await putOverHttp(bench, 'a')
      await fromMemory(() => get(bench, 'a', withCapacity))
      await get(bench, 'a', hex('bfff'))
      await bench.client.ask('DeleteTable', { TableName: bench.tableName })
      await assert.rejects(get(bench, 'a', hex('bfff')), /ResourceNotFound/)
    })
  })
})
