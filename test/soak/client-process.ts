/**
 * A process of clients. It reports what it was answered every second, and ends with what it found
 * wrong, if anything. Kinds: `mixed` is every item operation at full speed; `checked` is writes
 * whose history, indexes and streams are checked as a whole, one table after another.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DoubtfulRegisters } from '../failover/doubtful-registers.js'
import { underLoad } from '../failover/under-load.js'
import { chanceOf } from '../support/chance.js'
import type { Client } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import { enduringClient } from './enduring-client.js'
import { MixedClient } from './mixed-client.js'
import type { SoakJob, SoakMessage } from './soak-messages.js'

const registerClients = 5
/** So that a table proves something, also one that the end of the run or a restart cuts short. */
const registerWritesMin = 100
/** How long each table of the checked kind is written to. */
const roundMs = 20_000
const reportEveryMs = 1000

const state = { over: false, latenciesMs: [] as number[], acknowledged: 0, notes: [] as string[] }
const over = (): boolean => state.over

process.once('message', (job: SoakJob) => {
  process.on('message', () => (state.over = true))
  run(job).then(
    () => finish({ kind: 'done', acknowledged: state.acknowledged, notes: state.notes }),
    (error: unknown) => finish({ kind: 'failed', why: whyOf(error) }),
  )
})
// The parent decides when this ends, or is gone.
process.on('disconnect', () => process.exit())

function whyOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function finish(message: SoakMessage): void {
  process.send!(message, () => process.disconnect())
}

async function run(job: SoakJob): Promise<void> {
  const reports = setInterval(report, reportEveryMs)
  const client = enduringClient(job.url, (tookMs) => state.latenciesMs.push(tookMs))
  if (job.kind === 'mixed') await runMixed(job, client)
  else await Promise.all([runMarkers(job, client), runRegisters(job, client)])
  clearInterval(reports)
  client.streams.destroy()
  client.sdk.destroy()
}

function report(): void {
  const latenciesMs = state.latenciesMs.map((ms) => Math.round(ms * 100) / 100)
  state.latenciesMs = []
  process.send!({ kind: 'answered', latenciesMs } satisfies SoakMessage)
}

async function runMixed({ seed, clients, table }: SoakJob, client: Client): Promise<void> {
  const all = Array.from({ length: clients }, (_, n) => {
    const id = `${seed}-${n}`
    return new MixedClient(id, table, { client, chance: chanceOf(seed * 1000 + n) })
  })
  await Promise.all(
    all.map(async (one) => {
      while (!state.over) await one.act()
    }),
  )
  await Promise.all(all.map((one) => one.check()))
  state.acknowledged = all.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
}

/** Acknowledged writes, the index and the stream of one table after another. */
async function runMarkers({ url }: SoakJob, client: Client): Promise<void> {
  let tables = 0
  while (!state.over) {
    const round = () => pauseUnlessOver(roundMs)
    const { acknowledged } = await underLoad(url, round, { stream: true, client })
    state.acknowledged += acknowledged
    tables++
  }
  state.notes.push(`${tables} tables with index and stream read back`)
}

/** Registers of one table after another, whose history must have an order. */
async function runRegisters({ seed }: SoakJob, client: Client): Promise<void> {
  let tables = 0
  while (!state.over) {
    const table = await client.createTable(partitionOnly())
    const registers = new DoubtfulRegisters(table)
    const endAt = performance.now() + roundMs
    await Promise.all(
      Array.from({ length: registerClients }, async (_, n) => {
        const chance = chanceOf(seed * 1000 + tables * registerClients + n)
        const goesOn = () => !over() && performance.now() < endAt
        while (goesOn() || registers.acknowledged < registerWritesMin) {
          await registers.act(client, chance)
        }
      }),
    )
    await registers.check([client])
    state.acknowledged += registers.acknowledged
    await client.ask('DeleteTable', { TableName: table })
    tables++
  }
  state.notes.push(`${tables} histories of registers with an order`)
}

async function pauseUnlessOver(ms: number): Promise<void> {
  const endAt = performance.now() + ms
  while (!state.over && performance.now() < endAt) await pause(100)
}
