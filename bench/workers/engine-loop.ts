/**
 * What one transaction costs with workers, below everything that serves requests: the processor time
 * of the worker and of the owner, beside that of an engine that has the folder alone. Takes about ten
 * seconds: `node dist/bench/workers/engine-loop.js`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Engine } from '../../src/storage/engine.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { openWorkerEngine } from '../../src/storage/lmdb/workers/worker-engine.js'

const transactions = 20_000
const rounds = 3
const space = 7
const guardKey = Buffer.from('guard')
const value = Buffer.alloc(1024, 'v')

interface Cost {
  readonly workerUs: number
  readonly ownerUs: number
  readonly perSecond: number
}

interface Contender {
  readonly name: string
  open(dataDir: string): Promise<{ engine: Engine; ownerUs(): Promise<number> }>
}

/** Prints its processor time for every byte that it reads. */
const ownerProgram = (dataDir: string) => `
  import { Socket } from 'node:net'
  import { openLmdbOwner } from ${JSON.stringify(import.meta.resolve('../../src/storage/lmdb/workers/lmdb-owner.js'))}
  const channel = new Socket({ fd: 3 })
  const owner = await openLmdbOwner({ dataDir: ${JSON.stringify(dataDir)}, durability: 'durable' })
  owner.desk.attach(channel, 1)
  channel.on('close', () => owner.close().then(() => process.exit()))
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage()
    process.stdout.write(String(user + system) + '\\n')
  })`

const contenders: readonly Contender[] = [
  {
    name: 'one process',
    open: async (dataDir) => ({
      engine: await openLmdbEngine({ dataDir, durability: 'durable' }),
      ownerUs: async () => 0,
    }),
  },
  {
    name: 'worker and owner',
    async open(dataDir) {
      const node = ['--input-type=module', '--eval', ownerProgram(dataDir)]
      const stdio = ['pipe', 'pipe', 'inherit', 'pipe'] as const
      const child = spawn(process.execPath, node, { stdio: [...stdio] })
      const ownerUs = () =>
        new Promise<number>((resolve) => {
          child.stdout!.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
          child.stdin!.write('.')
        })
      const engine = await openWorkerEngine({ dataDir, channel: child.stdio[3] as Duplex })
      return { engine, ownerUs }
    },
  },
]

function putOne(engine: Engine, key: string) {
  const stored = Buffer.from(key)
  return engine.transact({
    guards: [{ space: 0, key: guardKey, value: guardKey }],
    reads: [{ kind: 'get', space, key: stored }],
    decide: ([found]) => ({
      mutations: [
        { kind: 'put', space, key: stored, value },
        ...(found === undefined
          ? [{ kind: 'tally', space, entries: 1, bytes: value.length } as const]
          : []),
      ],
      result: undefined,
    }),
  })
}

async function measure(contender: Contender, connections: number, hot: boolean): Promise<Cost> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gramme-engine-loop-'))
  const opened = await contender.open(dataDir)
  const { engine } = opened
  const ownerUs = () => opened.ownerUs()
  await engine.transact({
    reads: [],
    decide: () => ({
      mutations: [
        { kind: 'create-space', space, label: 'bench' },
        { kind: 'put', space: 0, key: guardKey, value: guardKey },
      ],
      result: undefined,
    }),
  })
  const run = async (count: number) => {
    let next = 0
    const client = async () => {
      while (next < count) await putOne(engine, hot ? 'hot' : `key ${(next++ * 7919) % 10_000}`)
    }
    if (hot) {
      const hotClient = async () => {
        while (next++ < count) await putOne(engine, 'hot')
      }
      return Promise.all(Array.from({ length: connections }, hotClient))
    }
    return Promise.all(Array.from({ length: connections }, client))
  }
  await run(transactions / 10)
  const [ownerBefore, before, startMs] = [await ownerUs(), process.cpuUsage(), performance.now()]
  await run(transactions)
  const tookMs = performance.now() - startMs
  const { user, system } = process.cpuUsage(before)
  const owner = (await ownerUs()) - ownerBefore
  await engine.close()
  rmSync(dataDir, { recursive: true })
  return {
    workerUs: (user + system) / transactions,
    ownerUs: owner / transactions,
    perSecond: (transactions / tookMs) * 1000,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

for (const [connections, hot] of [
  [64, false],
  [16, false],
  [64, true],
] as const) {
  const costs = contenders.map((): Cost[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, contender] of contenders.entries()) {
      costs[at]!.push(await measure(contender, connections, hot))
    }
  }
  console.log(`${connections} at once, ${hot ? 'one key' : '10,000 keys'}, values of 1 KB:`)
  for (const [at, { name }] of contenders.entries()) {
    const of = (part: keyof Cost) => median(costs[at]!.map((cost) => cost[part]))
    const columns = [
      `worker ${of('workerUs').toFixed(1)} µs`,
      `owner ${of('ownerUs').toFixed(1)} µs`,
      `${Math.round(of('perSecond'))} transactions/s`,
    ]
    console.log(`  ${name.padEnd(18)} ${columns.join(', ')}`)
  }
}
