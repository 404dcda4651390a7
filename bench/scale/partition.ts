/**
 * A partition of a million items: queries at its beginning, middle and end, forwards and backwards, beside
 * a partition that has only what is asked for.
 */
import { join } from 'node:path'
import { startServerProcess } from '../../scripts/server-process.js'
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { portOf } from '../load/server.js'
import { curveBars } from './curve-pictures.js'
import { measureCurve, printCurve, printTargets } from './curve.js'
import { fill } from './fill.js'
import { pointsOf } from './pairs.js'
import type { ScalePart, Stage } from './part.js'
import { keyOf, usualPartitionItems, type ScaleTable } from './requests.js'

const connections = 16
const pageItems = usualPartitionItems
/** Neighbouring pages of each place. */
const pages = 200
const itemCount = 1_000_000
const large: ScaleTable = { name: 'large', itemCount, partitionItems: itemCount }
const small: ScaleTable = { name: 'small', itemCount: pageItems * pages }
const places = { beginning: 1000, middle: itemCount / 2, end: itemCount - pageItems * (pages + 2) }

export const partitionPart: ScalePart = { name: 'partition', run: measure }

async function measure(stage: Stage): Promise<void> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({
    args: ['--data-dir', join(stage.folder, 'data')],
  })
  for (const one of [small, large]) {
    await createTable(server.url, one.name)
    await fill(load, portOf(server), one)
  }
  const situations = [false, true].flatMap((backwards) => [
    situation(small, 'own partition', 0, backwards),
    ...Object.entries(places).map(([place, first]) => situation(large, place, first, backwards)),
  ])
  const figures = await measureCurve(pointsOf(situations, server, load))
  printCurve('place', figures)
  printTargets(`a place in a partition of ${itemCount} items`, figures)
  const title = 'Processor time of a Query, by its place in a partition of a million items'
  stage.draw('scale-partition', curveBars({ title, axis: 'place', figures }))
}

function situation(of: ScaleTable, at: string, first: number, backwards: boolean) {
  const series = `Query of ${pageItems}${backwards ? ', backwards' : ''}`
  const bodies = Array.from({ length: pages }, (_, page) => {
    const key = keyOf(first + page * pageItems + (backwards ? pageItems - 1 : 0), of)
    return JSON.stringify({
      TableName: of.name,
      KeyConditionExpression: `pk = :pk and sk ${backwards ? '<=' : '>='} :sk`,
      ExpressionAttributeValues: { ':pk': key['pk'], ':sk': key['sk'] },
      ScanIndexForward: !backwards,
      Limit: pageItems,
    })
  })
  return { series, at, operation: 'Query', bodies, connections }
}
