/**
 * `npm run test:simulation -- --seeds 1000 [--seed 1] [--events 150] [--bugs] [--engine lmdb]`: clients on a store
 * whose disk fails, one seed after another. Prints each seed that failed with what was wrong and the shortest run that
 * shows it, and exits with 1 if there are any. With `--bugs` it prints how many of the seeds find each fault that is
 * put in on purpose. With `--engine lmdb` each seed is a real server for each kind of fault.
 */
import { inspect, parseArgs } from 'node:util'
import { bugs, type Bug } from '../test/simulation/store/bugs.js'
import { realFaults } from '../test/simulation/store/real/real-faults.js'
import { runReal } from '../test/simulation/store/real/run-real.js'
import { eventsDefault, runSeed } from '../test/simulation/store/run-seed.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    events: { type: 'string', default: String(eventsDefault) },
    bugs: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'memory' },
  },
})

const from = Number(values.seed ?? 1)
const count = Number(values.seeds ?? (values.seed === undefined ? 100 : 1))
const seeds = Array.from({ length: count }, (_, i) => from + i)
const events = Number(values.events)
switch (values.engine) {
  case 'memory':
    await (values.bugs ? countFinds() : findFaults())
    break
  case 'lmdb':
    await runOnLmdb()
    break
  default:
    throw new Error('--engine is memory or lmdb')
}

async function findFaults(): Promise<void> {
  const startedAt = performance.now()
  let failed = 0
  for (const seed of seeds) {
    const fault = await faultOf(seed, events)
    if (fault === undefined) continue
    failed++
    console.error(`seed ${seed}: ${inspect(fault)}`)
    const fewest = await fewestEvents(seed)
    console.error(`replay: npm run test:simulation -- --seed ${seed} --events ${fewest}`)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${count} seeds of ${events} events in ${seconds} s: ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

async function faultOf(seed: number, eventsMax: number, bugIn?: () => Bug): Promise<unknown> {
  try {
    await runSeed({ seed, events: eventsMax, ...(bugIn && { bugIn }) })
    return undefined
  } catch (error) {
    return error
  }
}

/** A shorter run of a seed begins in the same way. */
async function fewestEvents(seed: number): Promise<number> {
  const stride = 10
  let most = stride
  while (most < events && (await faultOf(seed, most)) === undefined) most += stride
  for (let fewer = Math.max(1, most - stride + 1); fewer < most; fewer++) {
    if ((await faultOf(seed, fewer)) !== undefined) return fewer
  }
  return Math.min(most, events)
}

async function runOnLmdb(): Promise<void> {
  for (const seed of seeds) {
    for (const fault of Object.keys(realFaults)) {
      try {
        const made = await runReal({ seed, fault })
        console.log(`seed ${seed}, ${fault}: ${made ? 'ok' : 'cannot be made here'}`)
      } catch (error) {
        process.exitCode = 1
        console.error(`seed ${seed}, ${fault}: ${inspect(error)}`)
        console.error(`replay: npm run test:simulation -- --engine lmdb --seed ${seed}`)
      }
    }
  }
}

async function countFinds(): Promise<void> {
  for (const [name, bugIn] of Object.entries(bugs)) {
    const found: number[] = []
    for (const seed of seeds) {
      if ((await faultOf(seed, events, bugIn)) !== undefined) found.push(seed)
    }
    const first = found[0] === undefined ? 'by none' : `first by the ${found[0] - from + 1}.`
    console.log(`${name}: found by ${found.length} of ${count} seeds, ${first}`)
    if (found.length === 0) process.exitCode = 1
  }
}
