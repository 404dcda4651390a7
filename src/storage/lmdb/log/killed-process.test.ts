import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printed, programOutcome, startProgram, withFolder } from '../child-process-suite.js'
import { openLmdbEngine } from '../lmdb-engine.js'
import { expected, found } from './seeded-writes-suite.js'

/** Both files are full all the time, and the tree gets every layer in several commits. */
const tinyLog = {
  fileBytesMax: 16_384,
  fileChangesMax: 9,
  applyDelayMs: 1,
  applyChangesMax: 4,
  hurriedChangesMax: 4,
}

const program = (seed: number, from: number) => `
  import { write } from ${JSON.stringify(import.meta.resolve('../../engine-testing-suite.js'))}
  import { mutationsOf } from ${JSON.stringify(import.meta.resolve('./seeded-writes-suite.js'))}
  const logLimits = ${JSON.stringify(tinyLog)}
  const engine = await openLmdbEngine({ dataDir, durability: 'durable', logLimits })
  for (let n = ${from}; ; n++) {
    await write(engine, mutationsOf(${seed}, n))
    console.log('acked', n)
  }`

describe('a process with a log that is killed', () => {
  for (const seed of [1, 2]) {
    it(`has what it acknowledged, whole and in order (seed ${seed})`, () =>
      withFolder(async (dataDir) => {
        let count = 0
        for (let round = 1; round <= 4; round++) {
          const acked = await killedAfter(dataDir, program(seed, count), 30 * seed + 7 * round)
          const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
          const state = await found(engine)
          await engine.close()
          // The transaction under way may be there or not.
          count = state === expected(seed, acked) ? acked : acked + 1
          assert.equal(state, expected(seed, count), `${acked} were acknowledged`)
        }
      }))
  }
})

/** How many transactions were acknowledged in all. */
async function killedAfter(dataDir: string, source: string, lines: number): Promise<number> {
  const child = startProgram(dataDir, source)
  const ended = programOutcome(child)
  let seen = 0
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('\n').length - 1
    if (seen >= lines) child.kill('SIGKILL')
  })
  await printed(child, 'acked')
  const { output, errors } = await ended
  const acked = output.match(/(?<=acked )\d+(?=\n)/g)
  assert.ok(acked !== null && acked.length >= lines, errors)
  return Number(acked.at(-1)) + 1
}
