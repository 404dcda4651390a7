/**
 * `npm run test:replication -- --seeds 200 [--from 1] [--events 400]`: global tables by chance, one seed after
 * another. Prints the seeds that failed, each with what was wrong, and exits with 1 if there are any.
 */
import { parseArgs } from 'node:util'
import { runSeed } from '../test/simulation/replication/run-seed.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    events: { type: 'string', default: '400' },
  },
})

const [seeds, from, events] = [values.seeds, values.from, values.events].map(Number) as [
  number,
  number,
  number,
]
const startedAt = performance.now()
let failed = 0
for (let seed = from; seed < from + seeds; seed++) {
  try {
    await runSeed({ seed, events })
  } catch (error) {
    failed++
    console.error(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(`${seeds} seeds of ${events} events in ${seconds} s: ${failed} failed`)
if (failed > 0) process.exitCode = 1
