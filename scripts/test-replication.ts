/**
 * `npm run test:replication -- --seeds 200 [--from 1] [--events 400] [--engine lmdb|postgres] [--deployments] [--bugs]`:
 * global tables by chance, one seed after another. Prints the seeds that failed, each with what was wrong, and exits
 * with 1 if there are any.
 *
 * With `--engine` the servers are real ones, and are killed: one on LMDB, or two on one PostgreSQL database. With
 * `--deployments` there are two on LMDB, each with a store of its own, and the connection between them is cut. With
 * `--bugs` it prints how many of the seeds find each fault that is put in on purpose.
 */
import { parseArgs } from 'node:util'
import { faults } from '../test/simulation/replication/faults.js'
import { isSeen } from '../test/simulation/replication/require-seen.js'
import { realLayouts, type LayoutName } from '../test/simulation/replication/real/real-layouts.js'
import {
  realEventsDefault,
  runRealSeed,
} from '../test/simulation/replication/real/run-real-seed.js'
import { eventsDefault, runSeed } from '../test/simulation/replication/run-seed.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    events: { type: 'string' },
    engine: { type: 'string', default: 'memory' },
    deployments: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
  },
})

const [from, count] = [Number(values.from), Number(values.seeds)]
const seeds = Array.from({ length: count }, (_, i) => from + i)
const layout = layoutNamed(values.deployments ? 'deployments' : values.engine)
const usual = layout === undefined ? eventsDefault : realEventsDefault
const events = Number(values.events ?? usual)
await (values.bugs ? countFinds() : findFaults())

/** Undefined for simulated servers. */
function layoutNamed(name: string): LayoutName | undefined {
  if (name === 'memory') return undefined
  if (name in realLayouts) return name as LayoutName
  throw new Error('--engine is memory, lmdb or postgres')
}

function run(seed: number, fault?: keyof typeof faults): Promise<void> {
  const wrong = fault === undefined ? {} : { fault, faultIn: faults[fault]! }
  if (layout === undefined) return runSeed({ seed, events, ...wrong })
  return runRealSeed({ seed, layout, events, ...wrong })
}

async function findFaults(): Promise<void> {
  const startedAt = performance.now()
  let failed = 0
  for (const seed of seeds) {
    try {
      await run(seed)
    } catch (error) {
      failed++
      console.error(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${count} seeds of ${events} events in ${seconds} s: ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

async function countFinds(): Promise<void> {
  for (const fault of Object.keys(faults)) {
    let found = 0
    for (const seed of seeds) if (await isSeen(() => run(seed, fault))) found++
    console.log(`without ${fault}: ${found} of ${count} seeds see it`)
  }
}
