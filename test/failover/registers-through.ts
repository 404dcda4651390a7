/** Clients act on registers before, during and after a failure. Rejects if one of them meets what no client may. */
import { chanceOf, seed } from '../support/chance.js'
import { until } from '../support/until.js'
import type { DoubtfulRegisters } from './doubtful-registers.js'

const clients = 9

export interface Failure {
  /** Writes that are acknowledged before it, and again after it. */
  readonly writesMin: number
  readonly fail: () => Promise<void>
}

export async function actThrough(
  registers: DoubtfulRegisters,
  each: Parameters<DoubtfulRegisters['check']>[0],
  { writesMin, fail }: Failure,
): Promise<void> {
  const work = { over: false }
  const acting = Array.from({ length: clients }, async (_, n) => {
    const chance = chanceOf(seed + n)
    while (!work.over) await registers.act(each[n % each.length]!, chance)
  })
  const failed = Promise.all(acting).then(() => undefined)
  try {
    await Promise.race([failed, progress(registers, writesMin)])
    await Promise.race([failed, fail()])
    await Promise.race([failed, progress(registers, writesMin)])
  } finally {
    work.over = true
  }
  await failed
}

async function progress(registers: DoubtfulRegisters, writesMin: number): Promise<void> {
  const goal = registers.acknowledged + writesMin
  await until(
    () => registers.acknowledged >= goal,
    () => 'the clients did not get through',
  )
}
