/**
 * `npm run soak -- --minutes 10 [--workers 2] [--kill-every 15] [--seed n] [--draw]`: a durable server
 * under every item operation is killed at random and started again, for minutes or hours. Every read is
 * compared with what was acknowledged, registers have an order, streams and indexes agree with their
 * tables, expired items go, and the folder is verified at the end. Prints throughput, p99 and memory, of
 * each second as a picture with `--draw`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writePicture } from '../bench/pictures/draw.js'
import { verify } from '../test/crash/server-process.js'
import { runSoak, type SoakResult } from '../test/soak/run-soak.js'
import { pictureOf, summaryOf } from '../test/soak/samples.js'
import { seed as someSeed } from '../test/support/chance.js'
import { freePort } from '../test/support/postgres/node.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string' },
    'kill-every': { type: 'string', default: '15' },
    seed: { type: 'string', default: String(someSeed) },
    draw: { type: 'boolean', default: false },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'gramme-soak-'))
try {
  await main()
  await rm(folder, { recursive: true })
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  console.error(`Failed with --seed ${values.seed}; the data is in ${folder}.`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const minutes = Number(values.minutes)
  console.log(`${minutes} minutes, --seed ${values.seed}`)
  const result = await runSoak({
    minutes,
    seed: Number(values.seed),
    port: await freePort(),
    dataDir: folder,
    flags: values.workers === undefined ? [] : ['--workers', values.workers],
    killEverySeconds: Number(values['kill-every']),
  })
  await verify(folder)
  print(result)
  if (values.draw) writePicture('soak', pictureOf(result.samples, subtitleOf(result)))
}

function subtitleOf({ kills, workerKills, acknowledged }: SoakResult): string {
  const workers = values.workers === undefined ? '' : `, ${workerKills} kills of a worker`
  return `${values.minutes} minutes, ${kills} kills${workers}, ${acknowledged} writes acknowledged, none lost`
}

function print(result: SoakResult): void {
  const { samples, restartMsMax, notes } = result
  console.log(`${subtitleOf(result)}; slowest restart ${restartMsMax.toFixed(0)} ms`)
  for (const note of notes) console.log(note)
  console.log('The folder is verified.\n')
  console.log('| each second | least | median | 95 % | most |\n| --- | ---: | ---: | ---: | ---: |')
  console.log(`| requests/s ${summaryOf(samples.map(({ requests }) => requests))}`)
  console.log(`| p99 in ms ${summaryOf(samples.map(({ p99Ms }) => p99Ms))}`)
  console.log(`| memory in MB ${summaryOf(samples.map(({ memoryMb }) => memoryMb))}`)
}
