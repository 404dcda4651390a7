/** Cost by the size of items: from 1 KB to the largest that there can be. */
import { join } from 'node:path'
import { startServerProcess } from '../../scripts/server-process.js'
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { MeasuredServer } from '../load/measured-server.js'
import { portOf } from '../load/server.js'
import { curveLines } from './curve-pictures.js'
import { measureCurve, printCurve, type CurveFigure } from './curve.js'
import type { ScalePart, Stage } from './part.js'

const connections = 16
const kilobytes = [1, 4, 16, 64, 256, 400]
/** Items of each size. */
const itemCount = 32
const tableName = 'sizes'
const operations = ['GetItem', 'PutItem'] as const

export const sizesPart: ScalePart = { name: 'sizes', run: measure }

async function measure(stage: Stage): Promise<void> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({
    args: ['--data-dir', join(stage.folder, 'data')],
  })
  await createTable(server.url, tableName)
  const port = portOf(server)
  const bounds = { connections, durationMs: 60_000, operationsMax: itemCount }
  for (const size of kilobytes) {
    await load.run({ port, operation: 'PutItem', bodies: bodiesOf.PutItem(size), ...bounds })
  }
  const points = operations.flatMap((operation) =>
    kilobytes.map((size) => {
      const job = { operation, bodies: bodiesOf[operation](size), connections }
      const measured = new MeasuredServer(`${operation} ${size}`, server, load, job)
      return { series: operation, at: `${size} KB`, x: size, server: measured }
    }),
  )
  const figures = await measureCurve(points)
  printCurve('item', figures)
  for (const operation of operations) printRate(operation, figures)
  const title = 'Processor time of a request, by the size of the item'
  stage.draw('scale-sizes', curveLines({ title, axis: 'KB', figures }))
}

const bodiesOf = {
  GetItem: (size: number) => bodies((n) => ({ Key: keyOf(size, n) })),
  PutItem: (size: number) =>
    bodies((n) => ({ Item: { ...keyOf(size, n), note: { S: textOf(size) } } })),
}

function bodies(input: (n: number) => object): readonly string[] {
  return Array.from({ length: itemCount }, (_, n) =>
    JSON.stringify({ TableName: tableName, ...input(n) }),
  )
}

function keyOf(size: number, n: number) {
  return { pk: { S: `size#${size}` }, sk: { S: `item#${n + 100}` } }
}

/** A little room is left for the key. */
function textOf(size: number): string {
  return 'the quick brown fox '.repeat(Math.ceil(size * 52)).slice(0, size * 1024 - 100)
}

function printRate(operation: string, figures: readonly CurveFigure[]): void {
  const own = figures.filter(({ series }) => series === operation)
  const [smallest, largest] = [own[0]!, own.at(-1)!]
  const each = (largest.microseconds - smallest.microseconds) / (largest.x - smallest.x)
  console.log(`${operation}: each further KB costs ${each.toFixed(2)} µs of CPU`)
}
