/**
 * A server that does next to nothing: what latencies it has under the same load are those of node:http, the disk, the
 * load generator and the machine that all of them share.
 */
import { join } from 'node:path'
import { startBareProcess } from '../load/bare-process.js'
import type { Contender } from './contender.js'
import { sampleItem } from './rows.js'

/** Writes are flushed before they are answered. */
export async function startBare(folder: string, operation: string): Promise<Contender> {
  const isWrite = operation === 'PutItem'
  const bare = await startBareProcess({
    answers: { [operation]: isWrite ? {} : { Item: sampleItem() } },
    ...(isWrite ? { logPath: join(folder, 'bare-log') } : {}),
  })
  return {
    id: 'bare',
    name: isWrite ? 'Bare node:http that flushes' : 'Bare node:http',
    isPeer: false,
    url: `http://127.0.0.1:${bare.port}`,
    pid: bare.pid,
    lacks: [],
    stop: async () => bare[Symbol.dispose](),
  }
}
