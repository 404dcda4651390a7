/**
 * What acknowledges a group of writes: LMDB's commit, which writes every page that changed, flushes, writes a
 * meta page and flushes again; and a sequential log, which writes the group and flushes once. The log is not a
 * store: this is what it would save at most. Interleaved rounds, medians, about half a minute.
 */
import { open as openFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { openLmdbDatabase, type LmdbDatabase } from '../src/storage/lmdb/database.js'
import { withDataFolder } from './load/server.js'
import { machine, table } from './report.js'
import { median } from './rounds.js'

const keys = 100_000
const valueBytes = 1000
const keyBytes = 38
const groupSizes = [1, 16, 64, 400]
const rounds = 12
const commitsPerRound = 8
/** Written once before it is used again, as a log that is reused would be. */
const logBytes = 64 * 1024 * 1024

interface Way {
  readonly name: string
  commit(writes: number): Promise<void>
}

export async function runCommits(): Promise<void> {
  console.log(`A group of writes of 1 KB, acknowledged, on ${machine()}`)
  await withDataFolder(async (folder) => {
    const database = openLmdbDatabase(join(folder, 'lmdb'), 'durable')
    await using log = await openFile(join(folder, 'log'), 'w')
    await fillDatabase(database)
    await log.write(Buffer.alloc(logBytes))
    await log.sync()
    const ways = [viaLmdb(database), viaLog(log)]
    const rows: string[][] = []
    for (const writes of groupSizes) rows.push(...(await measure(ways, writes)))
    console.log(table(['writes in a group', 'by', 'ms', 'CPU µs', 'CPU µs of a write'], rows))
    await database.close()
  })
}

/** One after another, so the processor time of the process is that of the commit. */
async function measure(ways: readonly Way[], writes: number): Promise<string[][]> {
  const figures = ways.map(() => ({ ms: [] as number[], microseconds: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) {
      for (let commit = 0; commit < commitsPerRound; commit++) {
        const [cpu, start] = [process.cpuUsage(), performance.now()]
        await way.commit(writes)
        const { user, system } = process.cpuUsage(cpu)
        figures[index]!.ms.push(performance.now() - start)
        figures[index]!.microseconds.push(user + system)
      }
    }
  }
  return ways.map(({ name }, index) => {
    const cost = median(figures[index]!.microseconds)
    const each = (cost / writes).toFixed(1)
    return [String(writes), name, median(figures[index]!.ms).toFixed(2), cost.toFixed(0), each]
  })
}

function keyOf(index: number): Buffer {
  const key = Buffer.alloc(keyBytes, 1)
  key.writeUInt32BE(Math.imul(index, 2_654_435_761) >>> 0, 4)
  return key
}

async function fillDatabase(database: LmdbDatabase): Promise<void> {
  for (let first = 0; first < keys; first += 500) {
    await database.transaction(() => {
      for (let n = 0; n < 500; n++) void database.put(keyOf(first + n), Buffer.alloc(valueBytes))
    })
  }
}

function viaLmdb(database: LmdbDatabase): Way {
  let at = 1
  const next = (): number => (at = (at * 48_271) % 2_147_483_647) % keys
  return {
    name: 'LMDB',
    async commit(writes) {
      await database.transaction(() => {
        for (let n = 0; n < writes; n++)
          void database.put(keyOf(next()), Buffer.alloc(valueBytes, n))
      })
    },
  }
}

function viaLog(log: FileHandle): Way {
  let at = 0
  return {
    name: 'a log',
    async commit(writes) {
      const bytes = Buffer.alloc(writes * (keyBytes + valueBytes + 16), 1)
      if (at + bytes.length > logBytes) at = 0
      await log.write(bytes, 0, bytes.length, at)
      await log.datasync()
      at += bytes.length
    },
  }
}
