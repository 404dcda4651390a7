/**
 * Several lanes take work from one list until it is empty: a check, or a test file on an engine. A
 * lane keeps its worker process as long as the next file is for the same engine.
 *
 * All files that need PostgreSQL share one server, which is started for the first of them.
 */
import { engineVariable, type EngineName } from '../../test/support/engine-names.js'
import {
  sharedPostgresVariable,
  startSharedPostgres,
  type SharedPostgres,
} from '../../test/support/postgres.js'
import { runCheck, type Check } from './checks.js'
import { FileReport } from './file-report.js'
import type { TestRun } from './suites.js'
import type { TestReport } from './test-report.js'
import { WorkerProcess, type Environment } from './worker-process.js'

export type Task =
  | { readonly kind: 'check'; readonly check: Check }
  | { readonly kind: 'file'; readonly run: TestRun }

export interface PoolOptions {
  readonly root: string
  readonly lanes: number
  readonly env: Environment
  readonly report: TestReport
}

export async function runTasks(tasks: readonly Task[], options: PoolOptions): Promise<void> {
  const queue = tasks.values()
  const postgres = new PostgresOnDemand()
  try {
    const lanes = Array.from({ length: options.lanes }, () => new Lane(options, postgres))
    await Promise.all(lanes.map((lane) => lane.work(queue)))
  } finally {
    await postgres.remove()
  }
}

class Lane {
  readonly #options: PoolOptions
  readonly #postgres: PostgresOnDemand
  #worker: WorkerProcess | undefined
  #engine: EngineName | undefined

  constructor(options: PoolOptions, postgres: PostgresOnDemand) {
    this.#options = options
    this.#postgres = postgres
  }

  async work(queue: Iterable<Task>): Promise<void> {
    for (const task of queue) {
      if (task.kind === 'check') await this.#check(task.check)
      else await this.#file(task.run)
    }
    await this.#endWorker()
  }

  async #check(check: Check): Promise<void> {
    const start = performance.now()
    const outcome = await runCheck(check, this.#options.root)
    this.#options.report.check(check.name, performance.now() - start, outcome)
  }

  async #file(run: TestRun): Promise<void> {
    const worker = await this.#workerFor(run.engine)
    const file = new FileReport(run)
    const path = `${this.#options.root}dist/${run.path}`
    const broken = await worker.run(path, (message) => file.hear(message))
    if (broken !== undefined) {
      file.broke(broken)
      this.#worker = undefined
    }
    if (!file.passed) worker.noteFailure()
    this.#options.report.file(file)
  }

  async #workerFor(engine: EngineName | undefined): Promise<WorkerProcess> {
    if (this.#worker !== undefined && this.#engine === engine) return this.#worker
    await this.#endWorker()
    this.#engine = engine
    this.#worker = new WorkerProcess({
      ...this.#options.env,
      // Hides the SDK's warning about later versions of Node, to keep the output quiet.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...(engine === undefined ? {} : { [engineVariable]: engine }),
      ...(engine === 'postgres' ? { [sharedPostgresVariable]: await this.#postgres.url() } : {}),
    })
    return this.#worker
  }

  async #endWorker(): Promise<void> {
    const trouble = await this.#worker?.end()
    this.#worker = undefined
    if (trouble !== undefined) {
      this.#options.report.trouble(`After the tests on ${this.#engine ?? 'no engine'}, ${trouble}`)
    }
  }
}

/** It ends with this process, however that ends: see `test/support/postgres/guardian.ts`. */
class PostgresOnDemand {
  #started: Promise<SharedPostgres> | undefined

  async url(): Promise<string> {
    const given = process.env[sharedPostgresVariable]
    if (given !== undefined && given !== '') return given
    this.#started ??= startSharedPostgres()
    return (await this.#started).url
  }

  async remove(): Promise<void> {
    if (this.#started !== undefined) await (await this.#started).remove()
  }
}
