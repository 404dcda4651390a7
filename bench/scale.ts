/**
 * `npm run bench scale [part …]`: how cost, latency and memory change with the number of items, their
 * size, a hot key, a large partition, the number of tables and of connections, with less memory than data, and with many
 * clients that come at once. Each part can be run alone; all that need nothing but Node take some six minutes.
 *
 * `npm run bench -- scale --draw` also draws the curves for the documents. GRAMME_SCALE_ITEMS=10000000
 * adds a table of ten million items to the first part, which takes some ten minutes more.
 */
import { withDataFolder } from './load/server.js'
import { writePicture } from './pictures/draw.js'
import { machine } from './report.js'
import { arrivalsPart } from './scale/arrivals.js'
import { connectionsPart } from './scale/connections.js'
import { hotKeyPart } from './scale/hot-key.js'
import { itemsPart } from './scale/items.js'
import { memoryPart } from './scale/memory.js'
import type { ScalePart } from './scale/part.js'
import { partitionPart } from './scale/partition.js'
import { sizesPart } from './scale/sizes.js'
import { tablesPart } from './scale/tables.js'

const parts: readonly ScalePart[] = [
  itemsPart,
  sizesPart,
  hotKeyPart,
  partitionPart,
  tablesPart,
  connectionsPart,
  memoryPart,
  arrivalsPart,
]
const drawOption = '--draw'

/** Whether these are the names of parts and options, and not those of other benches. */
export function areScaleArguments(args: readonly string[]): boolean {
  return args.every((arg) => arg === drawOption || parts.some(({ name }) => name === arg))
}

export async function runScale(args: readonly string[] = []): Promise<void> {
  const wanted = parts.filter(({ name }) => args.includes(name))
  const draw = args.includes(drawOption) ? writePicture : () => undefined
  for (const part of wanted.length === 0 ? parts : wanted) {
    if (part.needs !== undefined && wanted.length === 0) {
      console.log(`Left out: ${part.name} needs ${part.needs}; npm run bench scale ${part.name}`)
      continue
    }
    console.log(`Scale, ${part.name}, on ${machine()}`)
    const start = performance.now()
    await withDataFolder((folder) => part.run({ folder, draw }))
    console.log(`took ${((performance.now() - start) / 1000).toFixed(0)} s`)
    console.log()
  }
}
