/**
 * Many clients over HTTP at once, on the engine under test, and proofs from what they saw: single
 * items are linearizable, transactions serializable in real time, indexes equal to what items imply.
 *
 * GRAMME_CONCURRENCY_SECONDS lets each part run longer; GRAMME_SEED repeats a run's choices (not the
 * machine's timing).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import type { Client } from '../support/client.js'
import { withServer } from '../support/engine-servers.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { Bank, bankModel } from './bank.js'
import type { Entry } from './history.js'
import { findViolation, type Model } from './linearizable.js'
import { Orders } from './orders.js'
import { registerModel, Registers } from './registers.js'

const seconds = Number(process.env['GRAMME_CONCURRENCY_SECONDS'] ?? 1.5)
const clients = 10
/** However slow the machine, enough of a run to have proved something. */
const actsMin = 40
const operationsMin = 20

describe(`many clients at once, engine ${engineUnderTest} (seed ${seed})`, () => {
  prove('single items are linearizable', async (client) => {
    const registers = await Registers.create(client)
    await drive((chance) => registers.act(chance))
    let operations = 0
    for (const [key, { entries }] of registers.histories) {
      requireExplained(key, entries, registerModel)
      operations += entries.length
    }
    return `${operations} operations on ${registers.histories.size} items`
  })

  prove('transactions are serializable, for readers too', async (client) => {
    const bank = await Bank.open(client)
    await drive((chance) => bank.act(chance))
    const transfers = await bank.settle()
    const { entries } = bank.history
    requireExplained('the bank', entries, bankModel)
    assert.ok(transfers > 0, 'money did move')
    return `${entries.length} operations, ${transfers} of them transfers`
  })

  prove('indexes hold what the items imply', async (client) => {
    const orders = await Orders.create(client)
    await drive((chance, writer) => orders.act(chance, writer))
    return `${await orders.settle()} index entries compared`
  })
})

function prove(what: string, run: (client: Client) => Promise<string>): void {
  it(what, async (test) => {
    test.diagnostic(`GRAMME_SEED=${seed}`)
    await withServer(async (client) => test.diagnostic(await run(client)))
  })
}

/** Lets every client act again and again until the time is up. */
async function drive(act: (chance: Chance, client: number) => Promise<void>): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  const one = async (client: number): Promise<void> => {
    const chance = chanceOf(seed + client)
    for (let acts = 0; acts < actsMin || performance.now() < deadline; acts++) {
      await act(chance, client)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
}

function requireExplained<Operation>(
  what: string,
  history: readonly Entry<Operation>[],
  model: Model<Operation>,
): void {
  assert.ok(history.length >= operationsMin, `${what}: only ${history.length} operations`)
  const violation = findViolation(history, model)
  assert.ok(
    violation === undefined,
    `${what}: no order explains an answer (seed ${seed})\n${inspect(violation, { depth: 5 })}`,
  )
}
