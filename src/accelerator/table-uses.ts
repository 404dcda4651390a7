/**
 * When tables were last read through DAX, by whichever server: a table that no server has used for a day stops keeping
 * its changes for them. The records are by the space of the table's items.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { TableDefinition } from '../model/table.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import { acceleratorUseKey } from '../storage/accelerator-keys.js'
import { systemSpace, type Engine, type Get, type SpaceId } from '../storage/engine.js'
import { unfenced, writeFenced, type Fence } from '../storage/fence.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { unusedTableMsMax } from './limits.js'

const useRecord = jsonRecordAt<{ readonly usedAtMs: number }>('acceleratorUse', 1)

export interface TableUsesParts {
  readonly engine: Engine
  readonly catalog: Pick<Catalog, 'allTables' | 'changeSetting'>
  readonly clock: Clock
  /** What is deleted by age goes by time that is trusted. */
  readonly time: TimeSource
}

export class TableUses {
  readonly #parts: TableUsesParts

  constructor(parts: TableUsesParts) {
    this.#parts = parts
  }

  /** A table is used now. */
  async note(space: SpaceId): Promise<void> {
    const { engine, clock } = this.#parts
    const value = useRecord.encode({ usedAtMs: clock.now() })
    const { key } = getUse(space)
    await writeFenced(engine, unfenced, [{ kind: 'put', space: systemSpace, key, value }])
  }

  /** Ends the acceleration of tables that nobody has used for long. */
  async endUnused(fence: Fence): Promise<void> {
    const { engine, catalog, time } = this.#parts
    const unusedSinceMs = (await time.now()) - unusedTableMsMax
    for await (const table of catalog.allTables()) {
      const { accelerated, space } = table
      if (accelerated === undefined || accelerated.sinceMs > unusedSinceMs) continue
      const [use] = await engine.read([getUse(space)])
      if (use !== undefined && useRecord.decode(use).usedAtMs > unusedSinceMs) continue
      await catalog.changeSetting(table, table.name, (definition) =>
        unaccelerated(definition, space),
      )
      const { key } = getUse(space)
      await writeFenced(engine, fence, [{ kind: 'delete', space: systemSpace, key }])
    }
  }
}

/** The table may have been replaced since. */
function unaccelerated(definition: TableDefinition, space: SpaceId): TableDefinition {
  return definition.space === space ? { ...definition, accelerated: undefined } : definition
}

function getUse(space: SpaceId): Get {
  return { kind: 'get', space: systemSpace, key: acceleratorUseKey(space) }
}
