/**
 * A table that is created on one server, deleted on another and created again on the third, while
 * clients of all three keep writing to it.
 *
 * A write may fail only while the table may be absent. What was acknowledged within one life of the
 * table is there until that life ends, and nothing of it is found in the next one.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { newTableName, type Client } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import type { Pressure } from './driving.js'
import { insist } from './insisting.js'
import { itemsOfAll } from './whole-table.js'

const lives = 5
const writesPerLifeMin = 40

/** Moments are event numbers in this process, without ties. */
interface Write {
  readonly id: string
  readonly invokedAt: number
  returnedAt: number
  acknowledged: boolean
}

/** Between which moments the table may exist, and certainly exists. */
interface Life {
  readonly createInvokedAt: number
  readonly createReturnedAt: number
  deleteInvokedAt: number
  deleteReturnedAt: number
}

class TableLives {
  readonly #servers: readonly Client[]
  readonly #pressure: Pressure
  readonly #name = newTableName('lives')
  readonly #writes: Write[] = []
  readonly #lives: Life[] = []
  #now = 0
  #over = false

  constructor(servers: readonly Client[], pressure: Pressure) {
    this.#servers = servers
    this.#pressure = pressure
  }

  async run(): Promise<string> {
    const writing = this.#servers.flatMap((server, n) =>
      Array.from({ length: this.#pressure.writersPerServer }, (_, m) =>
        this.#write(server, `${n}-${m}`),
      ),
    )
    try {
      for (let life = 0; life < lives; life++) await this.#live(life)
    } finally {
      this.#over = true
      await Promise.all(writing)
    }
    for (const write of this.#writes) this.#requireJust(write)
    const acknowledged = this.#writes.filter((write) => write.acknowledged).length
    return `${lives} lives, ${acknowledged} of ${this.#writes.length} writes acknowledged`
  }

  async #live(number: number): Promise<void> {
    const [maker, reader, deleter] = [0, 1, 2].map((n) => this.#server(number + n))
    const createInvokedAt = this.#now++
    await insist(maker!, 'CreateTable', { TableName: this.#name, ...partitionOnly() })
    const life = {
      createInvokedAt,
      createReturnedAt: this.#now++,
      deleteInvokedAt: Infinity,
      deleteReturnedAt: Infinity,
    }
    this.#lives.push(life)
    await this.#until(() => this.#acknowledgedIn(life).length >= writesPerLifeMin)
    await this.#compare(reader!, life)
    life.deleteInvokedAt = this.#now++
    await insist(deleter!, 'DeleteTable', { TableName: this.#name })
    life.deleteReturnedAt = this.#now++
  }

  async #compare(reader: Client, life: Life): Promise<void> {
    const expected = this.#acknowledgedIn(life)
    const input = { TableName: this.#name, ConsistentRead: true }
    const items = await itemsOfAll(reader, 'Scan', input)
    const found = new Set(items.map((item) => (item['pk'] as { S: string }).S))
    const lost = expected.filter(({ id }) => !found.has(id))
    assert.deepEqual(lost, [], 'acknowledged writes of this life are in its table')
    const ghosts = this.#writes.filter(
      ({ id, returnedAt }) => found.has(id) && returnedAt < life.createInvokedAt,
    )
    assert.deepEqual(ghosts, [], 'writes that ended before this life are not in its table')
  }

  /** Writes that began and were acknowledged within the life so far. */
  #acknowledgedIn(life: Life): readonly Write[] {
    return this.#writes.filter(
      (write) => write.acknowledged && write.invokedAt > life.createReturnedAt,
    )
  }

  async #write(server: Client, writer: string): Promise<void> {
    for (let n = 0; !this.#over; n++) {
      await pause(this.#pressure.pauseMs)
      const id = `${writer}-${n}`
      const write: Write = {
        id,
        invokedAt: this.#now++,
        returnedAt: Infinity,
        acknowledged: false,
      }
      this.#writes.push(write)
      const Item = { pk: { S: id } }
      const answer = await server.call('PutItem', { TableName: this.#name, Item })
      write.acknowledged = answer.status === 200
      write.returnedAt = this.#now++
      if (answer.status !== 200) {
        assert.equal(answer.type, 'ResourceNotFoundException', answer.message)
      }
    }
  }

  #requireJust(write: Write): void {
    const within = (life: Life): boolean =>
      write.invokedAt > life.createReturnedAt && write.returnedAt < life.deleteInvokedAt
    const touches = (life: Life): boolean =>
      write.returnedAt > life.createInvokedAt && write.invokedAt < life.deleteReturnedAt
    if (write.acknowledged) assert.ok(this.#lives.some(touches), 'a write without a table')
    else assert.ok(!this.#lives.some(within), 'a write refused although there was a table')
  }

  async #until(done: () => boolean): Promise<void> {
    while (!done() && !this.#over) await pause(5)
  }

  #server(n: number): Client {
    return this.#servers[n % this.#servers.length]!
  }
}

export function proveTableLives(servers: readonly Client[], pressure: Pressure): Promise<string> {
  return new TableLives(servers, pressure).run()
}
