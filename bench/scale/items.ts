/** Cost by the number of items: tables of 10^4 items and more, side by side on one server. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess } from '../../scripts/server-process.js'
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { MeasuredServer } from '../load/measured-server.js'
import { portOf } from '../load/server.js'
import { curveLines } from './curve-pictures.js'
import { measureCurve, printCurve, printTargets } from './curve.js'
import { fill } from './fill.js'
import type { ScalePart, Stage } from './part.js'
import { residentMegabytes } from './resident-memory.js'
import { readings, writings, type ScaleTable } from './requests.js'
import { reportStarts } from './starts.js'

const connections = 16
const itemsMax = Number(process.env['GRAMME_SCALE_ITEMS'] ?? 1_000_000)
const tables: readonly ScaleTable[] = [1e4, 1e5, 1e6, 1e7]
  .filter((itemCount) => itemCount <= itemsMax)
  .map((itemCount) => ({ name: `items-${itemCount}`, itemCount }))

export const itemsPart: ScalePart = { name: 'items', run: measure }

async function measure(stage: Stage): Promise<void> {
  const args = ['--data-dir', join(stage.folder, 'items')]
  await measureServer(args, stage)
  await reportStarts([
    { name: `${itemsMax} items`, args },
    { name: 'no items', args: ['--data-dir', join(stage.folder, 'none')] },
  ])
}

async function measureServer(args: readonly string[], stage: Stage): Promise<void> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({ args })
  for (const one of tables) {
    await createTable(server.url, one.name)
    await fill(load, portOf(server), one)
  }
  const points = [...readings, ...writings].flatMap(({ name, operation, bodies }) =>
    tables.map((of) => {
      const job = { operation, bodies: bodies(of), connections }
      const measured = new MeasuredServer(`${name} ${of.name}`, server, load, job)
      return { series: name, at: String(of.itemCount), x: of.itemCount, server: measured }
    }),
  )
  const figures = await measureCurve(points)
  printCurve('items', figures)
  printTargets(`${itemsMax} items instead of ${tables[0]!.itemCount}`, figures)
  const title = 'Processor time of a request, by the number of items in the table'
  stage.draw('scale-items', curveLines({ title, axis: 'items', figures }))
  reportSizes(server.pid, join(stage.folder, 'items', 'data.mdb'))
}

function reportSizes(pid: number, file: string): void {
  const megabytes = existsSync(file) ? statSync(file).size / 2 ** 20 : 0
  const { own, mapped } = residentMegabytes(pid)
  console.log(
    `data file ${megabytes.toFixed(0)} MB; memory of the server's own ${own.toFixed(0)} MB, ` +
      `and ${mapped.toFixed(0)} MB of the file that the system may take back`,
  )
}
