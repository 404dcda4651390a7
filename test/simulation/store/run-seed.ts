/**
 * One run by seed: clients, background work, changes of tables, kills and crashes for as many events as wanted;
 * then nothing goes wrong any more, what is left gets done, and all data has to be what the model says.
 */
import { withTurnClock } from '../../../src/stdx/turns.js'
import { below } from '../../support/chance.js'
import { noBug, type Bug } from './bugs.js'
import { checkEnd } from './check-end.js'
import type { Json } from '../../../src/operations/database-suite.js'
import { pausesAreTurns } from './pauses.js'
import { creationOf } from './tables.js'
import { World } from './world.js'

export interface RunOptions {
  readonly seed: number
  /** How many things happen. */
  readonly events?: number
  /** What is wrong on purpose. */
  readonly bugIn?: () => Bug
}

export const eventsDefault = 150

/** Throws what is wrong. Returns what happened, which is the same whenever the seed is the same. */
export async function runSeed({
  seed,
  events = eventsDefault,
  bugIn,
}: RunOptions): Promise<readonly string[]> {
  // However long work takes here, it is the same for every run.
  using _turns = withTurnClock(() => 0)
  const world = new World(seed, bugIn?.() ?? noBug)
  using _pauses = pausesAreTurns(world.turns)
  await prepare(world)
  for (let event = 0; event < events; event++) {
    await happen(world)
    requireNoFault(world)
  }
  await settle(world)
  requireNoFault(world)
  await world.turns.alone(() => checkEnd(world))
  requireNoFault(world)
  return world.trace
}

function requireNoFault({ tracker: { fault } }: World): void {
  if (fault !== undefined) throw fault
}

async function prepare(world: World): Promise<void> {
  world.store.isCalm = true
  for (const name of ['main', 'plain', 'passing'] as const) {
    await require(world, 'CreateTable', creationOf(name))
  }
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'due' }
  await require(world, 'UpdateTimeToLive', { TableName: 'main', TimeToLiveSpecification })
  world.store.isCalm = false
}

async function require(world: World, operation: string, input: Json): Promise<void> {
  const answered = await world.turns.alone(() => world.ask({ kind: 'other', operation, input }))
  if (answered.kind !== 'done') throw new Error(`${operation}: ${JSON.stringify(answered)}`)
}

async function happen(world: World): Promise<void> {
  const { chance } = world
  if (world.store.isFull && chance() < 0.2) world.fillDisk(false)
  const dice = chance()
  if (dice < 0.7) world.startCall()
  else if (dice < 0.8) world.startJob()
  else if (dice < 0.86) world.pass(below(chance, 2_000))
  else if (dice < 0.94) world.startTableChange()
  else if (dice < 0.95) world.fillDisk(true)
  else if (dice < 0.975) world.kill()
  else await crash(world)
  await world.turns.take(below(chance, 12))
}

/** Most often in the middle of a flush. */
async function crash(world: World): Promise<void> {
  for (let call = 0; call < 3; call++) world.startCall()
  for (let turn = 0; turn < 20 && !world.store.isFlushing; turn++) await world.turns.take(1)
  await world.crash()
}

const settlingRounds = 12

/** What is under way ends, indexes are built, and everything expires that has to. */
async function settle(world: World): Promise<void> {
  const { store, turns } = world
  store.isFull = false
  store.isCalm = true
  await turns.drain()
  for (let round = 0; round < settlingRounds; round++) {
    world.pass(2_000)
    for (const job of world.servers[0]!.jobs) await turns.alone(() => world.runJob(job))
  }
}
