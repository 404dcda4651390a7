/** Fills the table that the operations of `operations.ts` work on. */
import type { ServerProcess } from '../../scripts/server-process.js'
import { keyCount, putBodies, tableName } from '../item-operations/requests.js'
import { createTable } from './call.js'
import { LoadGenerator } from './load.js'
import { fillBodies } from './operations.js'
import { portOf } from './server.js'

const connections = 16
const durationMs = 60_000

export async function fill(server: Pick<ServerProcess, 'url'>): Promise<void> {
  using load = new LoadGenerator()
  await createTable(server.url, tableName)
  const job = { port: portOf(server), connections, durationMs }
  await load.run({ ...job, operation: 'PutItem', bodies: putBodies, operationsMax: keyCount })
  const batches = { operation: 'BatchWriteItem', bodies: fillBodies }
  await load.run({ ...job, ...batches, operationsMax: fillBodies.length })
}
