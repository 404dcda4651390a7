/** A table on the engine under test, for tests of reading and writing items. */
import type { Table } from '../catalog/table.js'
import { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { openTestEngine } from '../../test/support/engines.js'
import type { Engine } from '../storage/engine.js'
import { Items } from './items.js'

export interface TestTable {
  readonly table: Table
  readonly items: Items
  readonly engine: Engine
  put(item: Item): Promise<void>
}

export async function openTable(
  shape: Pick<TableDraft, 'keySchema' | 'indexes'>,
): Promise<TestTable> {
  const engine = await openTestEngine()
  const settings = { tableTransitionMs: 0 }
  const clock = new VirtualClock()
  const catalog = new Catalog({ engine, clock, random: systemRandom, settings })
  const table = await catalog.createTable({
    account: '000000000000',
    region: 'us-east-1',
    name: 'things',
    attributeTypes: {},
    billing: {
      mode: 'on-demand',
      throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
    },
    deletionProtection: false,
    tags: [],
    ...shape,
  })
  const items = new Items(engine, clock)
  return {
    table,
    items,
    engine,
    async put(item) {
      await items.write(table, { action: { kind: 'put', item, sizeBytes: itemSizeBytes(item) } })
    },
  }
}
