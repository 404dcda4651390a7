/**
 * Clients that act until the time is up, and the assertion that some order explains what they saw.
 */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import type { Client } from '../support/client.js'
import { Bank, bankModel } from './bank.js'
import type { Entry } from './history.js'
import { findViolation, type Model } from './linearizable.js'
import { Orders } from './orders.js'
import { registerModel, Registers } from './registers.js'
import { WholePages } from './whole-pages.js'

/** GRAMME_CONCURRENCY_SECONDS lets each part run longer. */
const seconds = Number(process.env['GRAMME_CONCURRENCY_SECONDS'] ?? 1.5)
const clients = 10
/** So that a run proves something on a slow machine too. */
const actsMin = 40
const operationsMin = 20

/** How hard clients write. */
export interface Pressure {
  readonly writersPerServer: number
  /** The pause between two writes of one client. */
  readonly pauseMs: number
}

/** Keyed by what they prove; each returns a short summary of how much it saw. */
export const proofs: Readonly<Record<string, (client: Client) => Promise<string>>> = {
  'single items are linearizable': async (client) => {
    return proveRegisters(await Registers.create(client))
  },

  'transactions are serializable, for readers too': async (client) => {
    const bank = await Bank.open(client)
    await drive((chance) => bank.act(chance))
    const transfers = await bank.settle()
    const { entries } = bank.history
    requireExplained('the bank', entries, bankModel)
    assert.ok(transfers > 0, 'money did move')
    return `${entries.length} operations, ${transfers} of them transfers`
  },

  'indexes hold what the items imply': async (client) => {
    const orders = await Orders.create(client)
    await drive((chance, writer) => orders.act(chance, writer))
    return `${await orders.settle()} index entries compared`
  },

  'pages hold whole items in their place': async (client) => {
    const pages = await WholePages.create(client)
    await drive((chance, client) => pages.act(chance, client))
    return `${pages.seen} items looked at`
  },
}

/** That clients of registers see one order of what was done to each of them. */
export async function proveRegisters(registers: Registers): Promise<string> {
  await drive((chance) => registers.act(chance))
  let operations = 0
  for (const [key, { entries }] of registers.histories) {
    requireExplained(key, entries, registerModel)
    operations += entries.length
  }
  return `${operations} operations on ${registers.histories.size} items`
}

/** Lets every client act repeatedly until the time is up. */
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

export function requireExplained<Operation>(
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
