/**
 * What DAX answers from memory, proved from the history of many clients. Each item counts up, by writes through
 * any door of any server, one after another. Whoever reads it through the DAX of a server
 *
 * - finds at least what was acknowledged by that server, through whatever door, before the read began;
 * - never finds less than the same reader found before;
 * - finds nothing that nobody had begun to write;
 * - and finds the last write in the end, whichever server took it.
 */
import assert from 'node:assert/strict'
import { chanceOf, oneOf, seed, type Chance } from '../support/chance.js'
import type { Client } from '../support/client.js'
import { testCredentials } from '../support/client.js'
import { until } from '../support/until.js'
import { DaxClient } from './dax-client.js'

export interface DaxDoors {
  /** Over HTTP. */
  readonly client: Client
  readonly daxPort: number
}

interface WriteMade {
  readonly server: number
  readonly value: number
  readonly begunMs: number
  readonly ackedMs: number
}

interface ReadMade {
  readonly server: number
  readonly found: number
  readonly begunMs: number
  readonly endedMs: number
}

const keys = ['a', 'b', 'c']
const readersPerServer = 4
/** GRAMME_CONCURRENCY_SECONDS lets it run longer. */
const seconds = Number(process.env['GRAMME_CONCURRENCY_SECONDS'] ?? 0.8)
const writesMin = 20

/** Returns a short summary of what was seen. */
export async function proveFreshReads(servers: readonly DaxDoors[]): Promise<string> {
  const tableName = await servers[0]!.client.createTable({
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const opened: DaxClient[] = []
  const open = async ({ daxPort }: DaxDoors): Promise<DaxClient> => {
    const client = await DaxClient.connect(daxPort, tableName, testCredentials)
    opened.push(client)
    return client
  }
  const writes = new Map(keys.map((key) => [key, [] as WriteMade[]]))
  const reads = new Map(keys.map((key) => [key, [] as ReadMade[][]]))
  const isOver = { now: false }
  const reading = servers.flatMap((doors, server) =>
    Array.from({ length: readersPerServer }, async (_, n) => {
      const dax = await open(doors)
      const chance = chanceOf(seed + 100 * server + n)
      const own = new Map(keys.map((key) => [key, [] as ReadMade[]]))
      for (const [key, made] of own) reads.get(key)!.push(made)
      while (!isOver.now) await readOne(dax, chance, server, own)
    }),
  )
  const writing = keys.map(async (key, n) => {
    const dax = await Promise.all(servers.map(open))
    const chance = chanceOf(seed + 1000 + n)
    const deadline = performance.now() + seconds * 1000
    const made = writes.get(key)!
    while (made.length < writesMin || performance.now() < deadline) {
      await writeOne({ servers, dax, tableName, key, chance }, made)
    }
  })
  await Promise.all(writing).finally(() => (isOver.now = true))
  await Promise.all(reading)
  const staleMs = keys.map((key) => check(writes.get(key)!, reads.get(key)!))
  for (const doors of servers) {
    const dax = await open(doors)
    for (const key of keys) await untilLast(dax, key, writes.get(key)!.length)
  }
  for (const client of opened) client[Symbol.dispose]()
  const count = [...reads.values()].flat(2).length
  const total = [...writes.values()].flat().length
  const behind = Math.max(...staleMs).toFixed(1)
  return `${count} reads and ${total} writes; the oldest answer was behind another server by ${behind} ms`
}

async function readOne(
  dax: DaxClient,
  chance: Chance,
  server: number,
  own: ReadonlyMap<string, ReadMade[]>,
): Promise<void> {
  const key = oneOf(chance, keys)
  const begunMs = performance.now()
  const found = Number(await dax.get(key))
  own.get(key)!.push({ server, found, begunMs, endedMs: performance.now() })
}

interface Writer {
  readonly servers: readonly DaxDoors[]
  readonly dax: readonly DaxClient[]
  readonly tableName: string
  readonly key: string
  readonly chance: Chance
}

/** Now and then a write through DAX is followed by a read on the same connection. */
async function writeOne(writer: Writer, made: WriteMade[]): Promise<void> {
  const { servers, dax, tableName, key, chance } = writer
  const server = Math.floor(chance() * servers.length)
  const value = made.length + 1
  const isThroughDax = chance() < 0.5
  const begunMs = performance.now()
  // Noted before it is made, so that no read can find what is not noted.
  const at = made.push({ server, value, begunMs, ackedMs: Infinity }) - 1
  if (isThroughDax) await dax[server]!.put(key, String(value))
  else {
    const Item = { pk: { S: key }, v: { S: String(value) } }
    await servers[server]!.client.ask('PutItem', { TableName: tableName, Item })
  }
  made[at] = { server, value, begunMs, ackedMs: performance.now() }
  if (isThroughDax && chance() < 0.5) {
    assert.equal(await dax[server]!.get(key), String(value), 'a client sees what it wrote')
  }
}

/** Returns by how much the oldest answer was behind a write that another server had acknowledged. */
function check(writes: readonly WriteMade[], readers: readonly (readonly ReadMade[])[]): number {
  let staleMs = 0
  for (const reads of readers) {
    let before = 0
    for (const read of reads) {
      const { server, found, begunMs, endedMs } = read
      const said = `${JSON.stringify(read)} (seed ${seed})`
      const own = writes.findLast((write) => write.server === server && write.ackedMs < begunMs)
      assert.ok(found >= (own?.value ?? 0), `older than what its server acknowledged: ${said}`)
      assert.ok(found >= before, `older than what was read before: ${said}`)
      const begun = writes[found - 1]
      assert.ok(found === 0 || begun!.begunMs < endedMs, `written later: ${said}`)
      before = found
      const next = writes[found]
      if (next !== undefined && next.ackedMs < begunMs) {
        staleMs = Math.max(staleMs, begunMs - next.ackedMs)
      }
    }
  }
  return staleMs
}

async function untilLast(dax: DaxClient, key: string, last: number): Promise<void> {
  await until(
    async () => Number(await dax.get(key)) === last,
    () => `${key} never became ${last} through DAX`,
  )
}
