/** A soak: clients in their own processes, a server that is killed, and samples of both. */
import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chanceOf, type Chance } from '../support/chance.js'
import { streaming } from '../support/streams.js'
import { indexed } from '../support/tables.js'
import { until } from '../support/until.js'
import { enduringClient } from './enduring-client.js'
import { sampleOf, type Sample } from './samples.js'
import type { SoakJob, SoakMessage } from './soak-messages.js'
import { SoakServer } from './soak-server.js'

export interface SoakPlan {
  readonly minutes: number
  readonly seed: number
  readonly port: number
  readonly dataDir: string
  /** Further flags of the server. */
  readonly flags: readonly string[]
  readonly killEverySeconds: number
}

export interface SoakResult {
  readonly samples: readonly Sample[]
  readonly kills: number
  readonly workerKills: number
  readonly restartMsMax: number
  readonly acknowledged: number
  readonly notes: readonly string[]
}

const clientPath = fileURLToPath(new URL('client-process.js', import.meta.url))
const mixedClients = 12
const kinds = ['mixed', 'checked'] as const

/** A group of clients in a process. */
class ClientProcess {
  readonly ended: Promise<Extract<SoakMessage, { readonly kind: 'done' }>>
  readonly #child: ChildProcess

  constructor(job: SoakJob, onAnswered: (latenciesMs: readonly number[]) => void) {
    this.#child = fork(clientPath, { execArgv: ['--no-warnings'] })
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('message', (message: SoakMessage) => {
        if (message.kind === 'answered') onAnswered(message.latenciesMs)
        else if (message.kind === 'done') resolve(message)
        else reject(new Error(message.why))
      })
      this.#child.on('exit', () => reject(new Error('a client process ended')))
    })
    this.#child.send(job)
  }

  end(): void {
    this.#child.send('end')
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

export async function runSoak(plan: SoakPlan): Promise<SoakResult> {
  const server = new SoakServer(plan.dataDir, plan.port, plan.flags)
  const clients: ClientProcess[] = []
  let latencies: number[] = []
  try {
    await server.start()
    const table = await createTable(server.url)
    const onAnswered = (some: readonly number[]) => (latencies = latencies.concat(some))
    kinds.forEach((kind, n) => {
      const job = { kind, url: server.url, seed: plan.seed + n, clients: mixedClients, table }
      clients.push(new ClientProcess(job, onAnswered))
    })
    const samples: Sample[] = []
    const sampling = setInterval(() => {
      samples.push(sampleOf(samples.length, latencies, server.memoryBytes()))
      latencies = []
    }, 1000)
    const ended = Promise.all(clients.map((one) => one.ended))
    const killing = killAtRandom(server, plan)
    // Whatever goes wrong first ends the run.
    const kills = await Promise.race([killing, ended.then(() => killing)])
    clearInterval(sampling)
    for (const client of clients) client.end()
    const done = await ended
    await untilExpired(server.url, table)
    await server.kill('SIGTERM')
    const acknowledged = done.reduce((sum, each) => sum + each.acknowledged, 0)
    return { samples, ...kills, acknowledged, notes: done.flatMap(({ notes }) => notes) }
  } finally {
    for (const client of clients) client.kill()
    await server.kill()
  }
}

async function createTable(url: string): Promise<string> {
  const client = enduringClient(url, () => undefined)
  const TableName = await client.createTable({ ...indexed, ...streaming() })
  const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true }
  await client.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  return TableName
}

async function killAtRandom(server: SoakServer, plan: SoakPlan) {
  const chance = chanceOf(plan.seed)
  const endAt = performance.now() + plan.minutes * 60_000
  const counts = { kills: 0, workerKills: 0, restartMsMax: 0 }
  for (;;) {
    const nextAt = performance.now() + nextKillMs(chance, plan.killEverySeconds)
    while (performance.now() < Math.min(nextAt, endAt)) {
      server.requireAlive()
      await pause(100)
    }
    if (performance.now() >= endAt) return counts
    if (chance() < 0.5 && server.killWorker(chance)) counts.workerKills++
    else {
      await server.kill()
      counts.kills++
      counts.restartMsMax = Math.max(counts.restartMsMax, await server.start())
    }
  }
}

/** From a fifth of a second on, and on average as planned. */
function nextKillMs(chance: Chance, averageSeconds: number): number {
  return 200 - Math.log(1 - chance()) * averageSeconds * 1000
}

/** The sweep has deleted every item that was expired. */
async function untilExpired(url: string, TableName: string): Promise<void> {
  const client = enduringClient(url, () => undefined)
  const input = { TableName, FilterExpression: 'attribute_exists(expires)', Select: 'COUNT' }
  await until(
    async () => {
      for (let start: unknown; ;) {
        const more = start === undefined ? {} : { ExclusiveStartKey: start }
        const page = await client.ask('Scan', { ...input, ...more })
        if (page['Count'] !== 0) return false
        start = page['LastEvaluatedKey']
        if (start === undefined) return true
      }
    },
    () => 'expired items are still there',
  )
}
