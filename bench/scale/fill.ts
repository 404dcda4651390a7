/** Fills a table over the wire, by BatchWriteItem on several connections. */
import type { LoadGenerator } from '../load/load.js'
import { batchBodies, type ScaleTable } from './requests.js'

const connections = 16
const fillDurationMsMax = 30 * 60_000

export async function fill(load: LoadGenerator, port: number, into: ScaleTable): Promise<void> {
  const start = performance.now()
  await putItems(load, port, into)
  const seconds = (performance.now() - start) / 1000
  const rate = (into.itemCount / seconds).toFixed(0)
  console.log(`loaded ${into.itemCount} items in ${seconds.toFixed(1)} s, ${rate} per second`)
}

/** Puts every item of the table, or every n-th. */
export async function putItems(
  load: LoadGenerator,
  port: number,
  into: ScaleTable,
  every = 1,
): Promise<void> {
  const start = performance.now()
  for (const bodies of batchBodies(into, every)) {
    const durationMs = fillDurationMsMax - (performance.now() - start)
    if (durationMs <= 0) throw new Error(`not filled within ${fillDurationMsMax} ms`)
    const bounds = { durationMs, operationsMax: bodies.length }
    await load.run({ port, operation: 'BatchWriteItem', bodies, connections, ...bounds })
  }
}
