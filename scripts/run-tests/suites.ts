/**
 * The commands that run tests, and which tests each of them runs: one row for each `npm run test…`.
 *
 * `npm test` is what people wait for: everything that needs no engine, everything on the embedded
 * engine, and enough of PostgreSQL to show that it works. `test:rest` is all that `npm test` leaves
 * out or does only briefly; CI runs both, so every test runs on all of its engines.
 */
import type { EngineName } from '../../test/support/engine-names.js'
import { checkNames, type CheckName } from './checks.js'
import type { TestFile } from './test-files.js'

/** A test file on an engine; `undefined` if it needs none, or chooses several itself. */
export interface TestRun {
  readonly path: string
  readonly engine: EngineName | undefined
}

export interface Suite {
  /** What is checked beside the tests. */
  readonly checks: readonly CheckName[]
  /** How thorough some tests are. Variables that the caller has set win. */
  readonly env: Readonly<Record<string, string>>
  has(run: TestRun): boolean
}

export const suiteNames = ['test', 'rest', 'all'] as const
export type SuiteName = (typeof suiteNames)[number]

/** Fewer kills, and fewer seeds, than the tests' defaults. */
const brief = {
  GRAMME_CRASH_KILLS: '6',
  GRAMME_CRASH_BACKFILL_KILLS: '2',
  GRAMME_CRASH_EXPIRY_KILLS: '2',
  GRAMME_CRASH_SEARCH_KILLS: '2',
  GRAMME_CRASH_TRIGGER_KILLS: '2',
  GRAMME_SIMULATION_SEEDS: '16',
}

export const suites: Readonly<Record<SuiteName, Suite>> = {
  // Style takes as long as half of the tests, and what it finds breaks nobody's program.
  test: { checks: ['generated files'], env: brief, has: isInTest },
  rest: {
    checks: ['eslint', 'prettier'],
    env: {},
    has: (run) => !isInTest(run) || isBriefInTest(run),
  },
  all: { checks: checkNames, env: {}, has: () => true },
}

/** What `npm test` runs on PostgreSQL, by the start of the path. */
const postgresInTest = [
  'src/jobs/',
  'src/storage/',
  'test/conformance/dynamodb/batch-write-item/basic',
  'test/conformance/dynamodb/get-item/',
  'test/conformance/dynamodb/put-item/',
  'test/conformance/dynamodb/query/',
  'test/conformance/dynamodb/table-life-cycle',
  'test/conformance/dynamodb/transact-write-items/',
  'test/conformance/dynamodb/update-item/',
]

/** Needs the registry, which a first test run should not depend on. */
const registryTests = 'test/package/'
/** The suite of engines once more, with encryption; on memory it is part of every run. */
const sealedSuites = [
  'src/storage/lmdb/sealed-',
  'src/storage/lmdb/workers/sealed-',
  'src/storage/postgres/sealed-',
]
/** Owners and workers in processes of their own; `npm test` has them in one. */
const workerProcesses = [
  'src/storage/lmdb/workers/killed-',
  'src/storage/lmdb/workers/other-process.',
]
/** They move gigabytes, or kill the server in the middle of what takes long. */
const lengthyTests = [
  'test/overload/',
  'test/crash/backup.',
  'test/crash/export.',
  'test/crash/import.',
  'test/crash/replication.',
  'test/crash/restore',
  'test/crash/streams.',
  'test/links/killed.',
  'test/simulation/replication-',
  'test/simulation/store-lmdb.',
  'test/workers/',
]

/** A cluster fails in another test of every run, too. */
const clusterTests = 'test/failover/strong-'

/** Commands of which each test starts many processes; what they do is tested without them, too. */
const lengthyCommands = ['src/cli/commands/export-import.', 'src/cli/commands/iam.']

/** They run for seconds without a wait. */
const simulations = ['test/simulation/store-', 'test/simulation/replica-saga.']

function isInTest({ path, engine }: TestRun): boolean {
  switch (engine) {
    case undefined:
      return ![registryTests, clusterTests, ...simulations, ...lengthyCommands].some((start) =>
        path.startsWith(start),
      )
    case 'lmdb':
      return ![...lengthyTests, ...sealedSuites, ...workerProcesses].some((start) =>
        path.startsWith(start),
      )
    case 'memory':
      return path.startsWith('src/storage/memory/')
    case 'postgres':
      return (
        postgresInTest.some((start) => path.startsWith(start)) &&
        !sealedSuites.some((start) => path.startsWith(start))
      )
  }
}

/** The tests that `brief` affects. */
const briefInTest = [
  ...['backfill', 'crash', 'expiry', 'searches', 'triggers'].map((name) => `test/crash/${name}.`),
  'test/simulation/store.',
]

function isBriefInTest({ path }: TestRun): boolean {
  return briefInTest.some((start) => path.startsWith(start))
}

/** Every test on each of its engines, limited to the wanted engines. */
export function runsOf(
  files: readonly TestFile[],
  engines: readonly EngineName[],
): readonly TestRun[] {
  const apart = files.filter((file) => file.engines.length === 0)
  return [
    ...apart.map(({ path }) => ({ path, engine: undefined })),
    ...engines.flatMap((engine) =>
      files.filter((file) => file.engines.includes(engine)).map(({ path }) => ({ path, engine })),
    ),
  ]
}

/** One line about what a suite leaves to others; undefined if it leaves nothing. */
export function leftOut(suite: Suite, all: readonly TestRun[]): string | undefined {
  const left = all.filter((run) => !suite.has(run))
  if (left.length === 0) return undefined
  const engines = [...new Set(left.map(({ engine }) => engine ?? 'no engine'))]
  const counts = engines.map((engine) => {
    const files = left.filter((run) => (run.engine ?? 'no engine') === engine)
    return `${files.length} files on ${engine}`
  })
  const list = counts.join(', ')
  if (suite !== suites.test) return `Left to \`npm test\`: ${list}.`
  return `Left to \`npm run test:all\`: ${list}; tests that kill the server kill it more often there.`
}
