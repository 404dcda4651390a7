/** One key that everybody uses, beside keys all over the table: reads, writes and a counter. */
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
import { readings, writings, type ScaleTable } from './requests.js'

const connections = 64
const of: ScaleTable = { name: 'hot', itemCount: 10_000 }
const operations = ['GetItem', 'PutItem', 'UpdateItem']

export const hotKeyPart: ScalePart = { name: 'hot-key', run: measure }

async function measure(stage: Stage): Promise<void> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({
    args: ['--data-dir', join(stage.folder, 'data')],
  })
  await createTable(server.url, of.name)
  await fill(load, portOf(server), of)
  const situations = [...readings, ...writings]
    .filter(({ name }) => operations.includes(name))
    .flatMap(({ name: series, operation, bodies }) => {
      const all = bodies(of)
      return [
        { series, at: 'many keys', operation, connections, bodies: all },
        { series, at: 'one key', operation, connections, bodies: all.slice(0, 1) },
      ]
    })
  const figures = await measureCurve(pointsOf(situations, server, load))
  printCurve('keys', figures)
  printTargets('one key instead of many', figures)
  const title = `Processor time of a request, ${connections} clients at many keys and at one`
  stage.draw('scale-hot-key', curveBars({ title, axis: 'keys', figures }))
}
