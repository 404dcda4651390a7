/** The goals that the comparison checks; docs/performance.md lists them. */
import { targetLine } from '../report.js'
import type { Contender } from './contender.js'
import type { HalfLoadResults, RowResults } from './parts.js'
import { rateOver, rateOverBestPeer } from './report.js'

const overBestPeerMin = 2
const diskOverMemoryMin = 0.8
const diskRows = ['Query of 20', 'BatchWriteItem of 25'] as const
const residentMbMax = 200
const p99OverP50Max = 4

export function rowGoals(results: RowResults, contenders: readonly Contender[]): readonly string[] {
  const disk = contenders.find(({ id }) => id === 'lmdb')
  if (disk === undefined) return []
  const memory = contenders.find(({ id }) => id === 'memory')
  const overPeers = [...results].map(([name, row]) => {
    const what = `${name}, durable, over the best peer in memory`
    return atLeast(what, rateOverBestPeer(row, disk), overBestPeerMin)
  })
  const overMemory = diskRows.map((name) => {
    const row = results.get(name)
    const reached = row && memory && rateOver(row, disk, memory)
    return atLeast(`${name}, durable, over in memory`, reached, diskOverMemoryMin)
  })
  const resident = Math.max(...[...results.values()].map((row) => row.get(disk)?.residentMb ?? 0))
  const memoryLine = `resident after a row: ${resident.toFixed(0)} MB, wanted ${residentMbMax}`
  return [...overPeers, ...overMemory, targetLine(memoryLine, resident <= residentMbMax)].filter(
    (line) => line !== undefined,
  )
}

function atLeast(what: string, reached: number | undefined, wanted: number): string | undefined {
  if (reached === undefined) return undefined
  return targetLine(`${what}: ${reached.toFixed(2)}x, wanted ${wanted}x`, reached >= wanted)
}

export function halfLoadGoals(results: HalfLoadResults): readonly string[] {
  return [...results].flatMap(([name, row]) => {
    const disk = [...row].find(([{ id }]) => id === 'lmdb')?.[1].half
    if (disk === undefined) return []
    const reached = disk.p99Ms / disk.p50Ms
    const what = `${name} at half load, p99 over p50: ${reached.toFixed(1)}, wanted ${p99OverP50Max}`
    return [targetLine(what, reached <= p99OverP50Max)]
  })
}
