/** Many starts of servers in turn, of the bundle that users run: until the first answer. */
import { fileURLToPath } from 'node:url'
import { startServerProcess } from '../../scripts/server-process.js'
import { processorNs } from '../load/processor-time.js'
import { table, targetLine } from '../report.js'
import { median } from '../rounds.js'

/** Seen from `dist/bench/scale/`. */
const program = fileURLToPath(new URL('../../bundle/main.cjs', import.meta.url))
const starts = 9
const factorAllowed = 1.2

export interface Started {
  readonly name: string
  readonly args: readonly string[]
}

interface Start {
  readonly readyMs: number
  readonly processorMs: number
}

/** The last one is what the others are compared with. */
export async function reportStarts(all: readonly Started[]): Promise<void> {
  const results = new Map(all.map(({ name }) => [name, [] as Start[]]))
  // The first round is not counted: it fills caches, and makes folders that are missing.
  for (let round = 0; round <= starts; round++) {
    for (const one of all) {
      const start = await startOf(one)
      if (round > 0) results.get(one.name)!.push(start)
    }
  }
  const medians = [...results].map(([name, own]) => ({
    name,
    readyMs: median(own.map(({ readyMs }) => readyMs)),
    processorMs: median(own.map(({ processorMs }) => processorMs)),
  }))
  const rows = medians.map((one) => [
    ...[one.name, one.readyMs.toFixed(0), one.processorMs.toFixed(0)],
  ])
  console.log(table(['start with', 'first answer after ms', 'CPU ms until then'], rows))
  const reference = medians.at(-1)!
  for (const one of medians.slice(0, -1)) {
    const factor = one.processorMs / reference.processorMs
    const what = `a start with ${one.name} costs ${factor.toFixed(2)}x, ${factorAllowed}x allowed`
    console.log(targetLine(what, factor <= factorAllowed))
  }
}

async function startOf({ args }: Started): Promise<Start> {
  await using server = await startServerProcess({ args, program })
  return { readyMs: server.readyMs, processorMs: processorNs(server.pid) / 1e6 }
}
