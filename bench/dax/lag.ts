/** How soon a write over HTTP is seen through DAX: the time from its answer to the first read that has it. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { call, createTable } from '../load/call.js'
import { foundItemReader, getItem, greeting } from './frames.js'

const writes = 200
const lagTable = 'lag'

export interface LagServer {
  /** Where is written. */
  readonly url: string
  /** Where is read. */
  readonly daxPort: number
}

/** A line with the figures. The table is one of its own. */
export async function measureLag({ url, daxPort }: LagServer): Promise<string> {
  await createTable(url, lagTable)
  const put = (n: number) =>
    call(url, 'PutItem', {
      TableName: lagTable,
      Item: { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: String(n) } },
    })
  await put(0)
  const socket = connect({ host: '127.0.0.1', port: daxPort, noDelay: true })
  await once(socket, 'connect')
  socket.write(greeting())
  const lagsMs: number[] = []
  for (let n = 1; n <= writes; n++) {
    const before = await read(socket)
    await put(n)
    const start = performance.now()
    let reads = 1
    while ((await read(socket)).equals(before)) reads++
    lagsMs.push(reads === 1 ? 0 : performance.now() - start)
  }
  socket.destroy()
  const sorted = lagsMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1)
  const atOnce = lagsMs.filter((lag) => lag === 0).length
  return `a write over HTTP is seen through DAX by the next read ${atOnce} times of ${writes}; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

function read(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const isComplete = foundItemReader()
    const pieces: Buffer[] = []
    const onData = (piece: Buffer): void => {
      pieces.push(piece)
      try {
        if (!isComplete(piece)) return
      } catch (error) {
        return reject(error instanceof Error ? error : new Error(String(error)))
      }
      socket.off('data', onData)
      resolve(Buffer.concat(pieces))
    }
    socket.on('data', onData)
    socket.write(getItem(lagTable, 'a', 'b'))
  })
}
