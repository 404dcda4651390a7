/** What a search shows of the items that it found. Items may be large, so they are read in turns. */
import type { Table } from '../../../catalog/table.js'
import { project, type Projection } from '../../../expressions/project.js'
import { stepsToParse } from '../../../items/stored-item.js'
import { projectedBeside, projectedWithVector } from '../../../items/vector-view.js'
import type { Item } from '../../../model/item.js'
import type { ItemJson } from '../../../model/item-json.js'
import { itemSizeBytes } from '../../../model/item-size.js'
import { searchBytesMax } from '../../../model/limits.js'
import type { VectorIndexDefinition } from '../../../model/table.js'
import type { FoundVector } from '../../../search/search.js'
import { mapInTurns } from '../../../stdx/turns.js'

export interface ShownVector {
  readonly item: Item | ItemJson
  readonly score: number
  /** Of what the index projects, whatever is shown of it. */
  readonly bytes: number
  readonly showsVector: boolean
}

interface View extends Pick<ShownVector, 'bytes' | 'showsVector'> {
  readonly item: Item
}

/** Through an index of a table. */
export interface Seen {
  readonly table: Pick<Table, 'keySchema'>
  readonly index: VectorIndexDefinition
  readonly projection: Projection | undefined
}

/** AWS: an answer has at most 16 MB. What happens beyond is not known; here the nearest are shown. */
export async function shownVectors(
  seen: Seen,
  found: readonly FoundVector[],
): Promise<readonly ShownVector[]> {
  let shownBytes = 0
  const show = (each: FoundVector): ShownVector | undefined => {
    if (shownBytes > searchBytesMax) return undefined
    const view = viewOf(seen, each)
    shownBytes += itemSizeBytes(view.item)
    if (shownBytes > searchBytesMax) return undefined
    return { ...view, item: each.stored.shown(view.item), score: each.score }
  }
  const shown = await mapInTurns(found, ({ stored }) => stepsToParse(stored), show)
  return shown.filter((each) => each !== undefined)
}

function viewOf({ table, index, projection }: Seen, { stored, vector }: FoundVector): View {
  // The vector is most of an item, and the row has it.
  const item = stored.without(index.attribute)
  const beside = projectedBeside(table.keySchema, index, item)
  const bytes = itemSizeBytes(beside)
  if (projection === undefined) return { item: beside, bytes, showsVector: false }
  const showsVector = projection.paths.some(([name]) => name === index.attribute)
  const view = showsVector ? projectedWithVector(table.keySchema, index, item, vector) : beside
  return { item: project(projection, view), bytes, showsVector }
}
