/**
 * The ways that a request can take through a server, chosen by chance: fast ones, and the general ones that they
 * have to agree with.
 *
 * | fast | general |
 * | --- | --- |
 * | the bytes of a request read by the express lane | … by node:http, or no bytes at all |
 * | blind writes, conditions and updates on parts of an item | the whole item is read |
 * | stored bytes as the answer | the item parsed and printed |
 * | the items of a batch read together | one after another |
 * | an item read at once (`process-engine.ts`) | … when the store's turn has come |
 */
import type { Table } from '../../../src/catalog/table.js'
import { Items } from '../../../src/items/items.js'
import type { GotItems, TableKey } from '../../../src/items/read/batch-get.js'
import type { GotItem } from '../../../src/items/read/get.js'
import { StoredItem } from '../../../src/items/stored-item.js'
import type { TableWrite } from '../../../src/items/write/transact-write.js'
import type { Write } from '../../../src/items/write/write.js'
import type { Clock } from '../../../src/stdx/clock.js'
import type { Engine } from '../../../src/storage/engine.js'
import type { Chance } from '../../support/chance.js'

/** Takes the general way half of the time. */
export class ItemsByChance extends Items {
  readonly #chance: Chance

  constructor(engine: Engine, clock: Clock, chance: Chance) {
    super(engine, clock)
    this.#chance = chance
  }

  override get(...asked: Parameters<Items['get']>) {
    const printed = (got: GotItem): GotItem => ({ ...got, item: this.#printed(got.item) })
    const got = super.get(...asked)
    return got instanceof Promise ? got.then(printed) : printed(got)
  }

  override async query(...asked: Parameters<Items['query']>) {
    const page = await super.query(...asked)
    return { ...page, items: page.items.map((item) => this.#printed(item)!) }
  }

  override async scan(...asked: Parameters<Items['scan']>) {
    const page = await super.scan(...asked)
    return { ...page, items: page.items.map((item) => this.#printed(item)!) }
  }

  override async batchGet(...asked: Parameters<Items['batchGet']>): Promise<GotItems> {
    const [keys] = asked
    if (this.#chance() < 0.5) return super.batchGet(...asked)
    return this.#getEach(keys)
  }

  override write(table: Table, write: Write) {
    return super.write(this.#table(table), write)
  }

  override batchWrite(writes: Parameters<Items['batchWrite']>[0]) {
    return super.batchWrite(writes.map((each) => this.#watched(each)))
  }

  override transactWrite(
    writes: readonly TableWrite[],
    options?: Parameters<Items['transactWrite']>[1],
  ) {
    return super.transactWrite(
      writes.map((each) => this.#watched(each)),
      options,
    )
  }

  #watched<T extends { readonly table: Table }>(write: T): T {
    return { ...write, table: this.#table(write.table) }
  }

  #table(table: Table): Table {
    return table.isWatched || this.#chance() < 0.5 ? table : { ...table, isWatched: true }
  }

  #printed(item: StoredItem | undefined): StoredItem | undefined {
    return item === undefined || this.#chance() < 0.5 ? item : StoredItem.of(item.item)
  }

  async #getEach(keys: readonly TableKey[]): Promise<GotItems> {
    const got = []
    for (const { table, key, consistent } of keys) got.push(await this.get(table, key, consistent))
    return { items: got.map(({ item }) => item), work: got.flatMap(({ work }) => work) }
  }
}
