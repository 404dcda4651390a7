/**
 * The slowest files, which are started first: a slow file started last would keep one core busy
 * while the others wait. Rough figures are enough; files not named here take about a second.
 */
import type { TestRun } from './suites.js'

/** Seconds on an idle machine, by the start of the path; the first match counts. */
const seconds: readonly (readonly [string, number])[] = [
  ['test/crash/crash', 40],
  ['test/crash/takeover', 40],
  ['test/crash/', 20],
  ['test/failover/promotion', 40],
  ['test/failover/', 20],
  ['test/concurrency/several-servers', 40],
  ['test/concurrency/', 15],
  ['src/functions/function-pool', 12],
  ['src/server/trigger-host', 12],
  ['test/package/', 40],
  ['test/delivery/', 10],
  ['src/storage/postgres/postgres-engine', 45],
  ['src/storage/postgres/', 8],
  ['src/storage/lmdb/', 8],
  ['src/items/backfill', 20],
  ['test/simulation/replication-', 40],
  ['test/simulation/', 8],
  ['src/cli/', 6],
  ['test/conformance/dynamodb/update-table/', 5],
  ['test/conformance/streams/', 4],
  ['test/architecture', 4],
]

/** Keeps the order of the engines, and sorts the files of each by time. */
export function slowestFirst(runs: readonly TestRun[]): readonly TestRun[] {
  const engines = [...new Set(runs.map(({ engine }) => engine))]
  return engines.flatMap((engine) =>
    runs
      .filter((run) => run.engine === engine)
      .toSorted((a, b) => secondsOf(b.path) - secondsOf(a.path)),
  )
}

function secondsOf(path: string): number {
  return seconds.find(([start]) => path.startsWith(start))?.[1] ?? 1
}
