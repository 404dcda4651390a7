/** A thousand connections beside sixteen: cost, latency and memory. */
import { join } from 'node:path'
import { startServerProcess } from '../../scripts/server-process.js'
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { portOf } from '../load/server.js'
import { curveLines } from './curve-pictures.js'
import { measureCurve, printCurve, printTargets } from './curve.js'
import { fill } from './fill.js'
import { pointsOf } from './pairs.js'
import type { ScalePart, Stage } from './part.js'
import { residentMegabytes } from './resident-memory.js'
import { readings, writings, type ScaleTable } from './requests.js'

const counts = [16, 128, 1000]
/** Long enough that opening the connections does not count. */
const rounds = { rounds: 4, roundMs: 1500, warmUpMs: 1500 }
const of: ScaleTable = { name: 'connected', itemCount: 10_000 }

export const connectionsPart: ScalePart = { name: 'connections', run: measure }

async function measure(stage: Stage): Promise<void> {
  using load = new LoadGenerator()
  const args = ['--data-dir', join(stage.folder, 'data')]
  await using server = await startServerProcess({ args })
  await createTable(server.url, of.name)
  await fill(load, portOf(server), of)
  const before = residentMegabytes(server.pid).own
  const situations = [readings[0]!, writings[0]!].flatMap(({ name: series, operation, bodies }) =>
    counts.map((connections) => ({
      ...{ series, at: String(connections), operation, connections, bodies: bodies(of) },
    })),
  )
  const points = pointsOf(situations, server, load)
  const placed = points.map((point) => ({ ...point, x: Number(point.at) }))
  const figures = await measureCurve(placed, rounds)
  printCurve('connections', figures)
  printTargets(`${counts.at(-1)} connections instead of ${counts[0]}`, figures)
  const after = residentMegabytes(server.pid).own
  console.log(`memory of its own: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`)
  const title = 'Processor time of a request, by the number of connections'
  stage.draw('scale-connections', curveLines({ title, axis: 'connections', figures }))
}
