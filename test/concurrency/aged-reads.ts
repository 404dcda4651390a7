/**
 * How old an answer of DAX can become, proved from the history of clients: a server that cannot reach its database
 * goes on to answer what it has in memory, while another server writes. It must end when the time to live is over.
 *
 * An entry was filled by a read that returned the same value, and the write that made the value old was
 * acknowledged after that read began. So an answer is at most as old as the time to live and the longest such read.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { testCredentials } from '../support/client.js'
import { until } from '../support/until.js'
import type { DaxNode } from '../dax/dax-cluster.js'
import type { Line } from '../links/cut-line.js'
import { DaxClient } from './dax-client.js'

export interface AgingServers {
  /** The one that loses its database now and then. */
  readonly cutOff: DaxNode
  readonly writing: DaxNode
  /** Its line to the database. */
  readonly line: Pick<Line, 'cut' | 'mend'>
  readonly ttlMs: number
}

interface AgedRead {
  readonly found: number
  readonly begunMs: number
  readonly endedMs: number
}

const key = 'a'
const readers = 3
const writePauseMs = 10
const cutsMin = 2

class Aging {
  readonly servers: AgingServers
  readonly tableName: string
  /** When each value was acknowledged; the first is 1. */
  readonly ackedMs: number[] = [-Infinity]
  readonly reads: AgedRead[] = []
  refused = 0
  isOver = false

  constructor(servers: AgingServers, tableName: string) {
    this.servers = servers
    this.tableName = tableName
  }

  get written(): number {
    return this.ackedMs.length - 1
  }

  /** Through DAX, where the client then sees what it wrote, and over HTTP. */
  async write(): Promise<void> {
    const { client, daxPort } = this.servers.writing
    using dax = await DaxClient.connect(daxPort, this.tableName, testCredentials)
    while (!this.isOver) {
      const value = String(this.written + 1)
      if (this.written % 2 === 0) {
        await dax.put(key, value)
        assert.equal(await dax.get(key), value, 'a client sees what it wrote through DAX')
      } else {
        const Item = { pk: { S: key }, v: { S: value } }
        await client.ask('PutItem', { TableName: this.tableName, Item })
      }
      this.ackedMs.push(performance.now())
      await pause(writePauseMs)
    }
  }

  async read(): Promise<void> {
    const { daxPort } = this.servers.cutOff
    using dax = await DaxClient.connect(daxPort, this.tableName, testCredentials)
    let before = 0
    while (!this.isOver) {
      const begunMs = performance.now()
      try {
        const found = Number(await dax.get(key))
        this.reads.push({ found, begunMs, endedMs: performance.now() })
        assert.ok(found >= before, `${found} was read after ${before}`)
        before = found
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        this.refused++
      }
      // Answers from memory would fill this one.
      await pause(1)
    }
  }

  async #untilFresh(): Promise<void> {
    const wanted = this.written
    await until(
      () => (this.reads.at(-1)?.found ?? 0) > wanted,
      () => `nothing later than ${wanted} was read`,
    )
  }

  /** The database is away until everything that was in memory is too old. */
  async cutOnce(): Promise<void> {
    await this.#untilFresh()
    const refusedBefore = this.refused
    this.servers.line.cut()
    await until(
      () => this.refused > refusedBefore + readers,
      () => 'answers never ended',
    )
    this.servers.line.mend()
    await this.#untilFresh()
  }

  /** How old each answer was when it was asked for. Zero if it was not. */
  ages(): readonly number[] {
    return this.reads.map(({ found, begunMs }) =>
      Math.max(0, begunMs - (this.ackedMs[found + 1] ?? Infinity)),
    )
  }

  check(): void {
    const { ttlMs } = this.servers
    const longestMs = new Map<number, number>()
    for (const { found, begunMs, endedMs } of this.reads) {
      longestMs.set(found, Math.max(longestMs.get(found) ?? 0, endedMs - begunMs))
    }
    for (const [i, ageMs] of this.ages().entries()) {
      const { found } = this.reads[i]!
      const ageMsMax = ttlMs + longestMs.get(found)!
      assert.ok(ageMs <= ageMsMax, `${found} was ${ageMs} ms old; at most ${ageMsMax} are allowed`)
    }
  }
}

/** Returns a short summary of what was seen. */
export async function proveBoundedAge(servers: AgingServers): Promise<string> {
  const tableName = await servers.writing.client.createTable({
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const aging = new Aging(servers, tableName)
  const stop = () => (aging.isOver = true)
  const clients = [aging.write(), ...Array.from({ length: readers }, () => aging.read())]
  const working = Promise.all(clients.map((client) => client.finally(stop)))
  const cuts = await cutUntilOld(aging).finally(stop)
  await working
  aging.check()
  const oldest = Math.max(...aging.ages()).toFixed(0)
  return `${aging.reads.length} reads, ${aging.refused} refused, in ${cuts} cuts; the oldest answer was ${oldest} ms old`
}

/** Not every cut finds something in memory that is still good for a while. */
async function cutUntilOld(aging: Aging): Promise<number> {
  const isOldEnough = () => aging.ages().some((ageMs) => ageMs > aging.servers.ttlMs / 4)
  let cuts = 0
  while (!aging.isOver && (cuts < cutsMin || !isOldEnough())) {
    await aging.cutOnce()
    cuts++
  }
  return cuts
}
