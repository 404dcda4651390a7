import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { clientOf, testCredentials, type Client } from '../../test/support/client.js'
import { createGramme } from './gramme.js'
import { snapshotFolder } from './snapshot-folder.js'
import { verifyData } from './verify-data.js'

const TableName = 'orders'
const folder = await mkdtemp(join(tmpdir(), 'gramme-snapshot-'))
after(() => rm(folder, { recursive: true }))

describe('a snapshot of a folder in use', async () => {
  const dataDir = join(folder, 'data')
  const { gramme, client } = await serve(dataDir)
  await createTable(client)
  const writers = new Writers(client)
  await writers.reach(200)

  it('has every write that was acknowledged before it began, and passes verify', async () => {
    for (const name of ['first', 'second']) {
      const acknowledged = [...writers.acknowledged]
      const to = join(folder, name)
      const { bytes } = await snapshotFolder({ dataDir }, to)
      assert.equal(bytes, (await stat(join(to, 'data.mdb'))).size)
      assert.deepEqual((await verifyData({ dataDir: to })).faults, [])
      const copied = await numbersIn(to)
      assert.deepEqual(
        acknowledged.filter((number) => !copied.has(number)),
        [],
      )
      await writers.reach(writers.acknowledged.size + 100)
    }
  })

  it('leaves nothing behind in the folder', async () => {
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name.startsWith('snapshot')),
      [],
    )
    assert.deepEqual((await readdir(folder)).sort(), ['data', 'first', 'second'])
  })

  it('is refused if there is something at its place, or no place for it', async () => {
    const taken = join(folder, 'taken')
    await mkdir(taken)
    await writeFile(join(taken, 'file'), '')
    await assert.rejects(
      snapshotFolder({ dataDir }, taken),
      /^CannotStart: The folder .*taken is not empty\.$/,
    )
    const nowhere = snapshotFolder({ dataDir }, join(folder, 'no', 'such', 'place'))
    await assert.rejects(nowhere, /was not copied: ENOENT/)
  })

  it('can be made by copying the files, if nothing is written meanwhile', async () => {
    await writers.stop()
    const copy = join(folder, 'copied')
    await cp(dataDir, copy, { recursive: true })
    assert.deepEqual(await numbersIn(copy), writers.acknowledged)
  })

  it('works as well when no server uses the folder', async () => {
    await gramme.stop()
    const to = join(folder, 'offline')
    await snapshotFolder({ dataDir }, to)
    assert.deepEqual(await numbersIn(to), writers.acknowledged)
    await assert.rejects(
      snapshotFolder({ dataDir: join(folder, 'nothing') }, join(folder, 'x')),
      /There is no data folder/,
    )
  })
})

/** Writes numbered items until it is stopped, and remembers those that were acknowledged. */
class Writers {
  readonly acknowledged = new Set<number>()
  readonly #client: Client
  readonly #running: Promise<unknown>
  #next = 0
  #stopped = false

  constructor(client: Client) {
    this.#client = client
    this.#running = Promise.all(Array.from({ length: 8 }, () => this.#write()))
  }

  async reach(count: number): Promise<void> {
    while (this.acknowledged.size < count) await new Promise(setImmediate)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #write(): Promise<void> {
    while (!this.#stopped) {
      const number = this.#next++
      const Item = { pk: { S: `order-${number}` }, text: { S: 'x'.repeat((number * 97) % 3000) } }
      await this.#client.ask('PutItem', { TableName, Item })
      this.acknowledged.add(number)
    }
  }
}

async function serve(dataDir: string) {
  const gramme = createGramme({ port: 0, dataDir, durability: 'relaxed' })
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  after(async () => {
    client.sdk.destroy()
    client.streams.destroy()
    await gramme.stop()
  })
  return { gramme, client }
}

async function createTable(client: Client): Promise<void> {
  await client.ask('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
}

/** The numbers of the items in a folder, which is served for it while the original is. */
async function numbersIn(dataDir: string): Promise<ReadonlySet<number>> {
  const { gramme, client } = await serve(dataDir)
  const found = new Set<number>()
  let start: unknown
  do {
    const page = await client.ask('Scan', {
      TableName,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    })
    for (const item of page['Items'] as readonly { pk: { S: string } }[]) {
      found.add(Number(item.pk.S.slice('order-'.length)))
    }
    start = page['LastEvaluatedKey']
  } while (start !== undefined)
  await gramme.stop()
  return found
}
