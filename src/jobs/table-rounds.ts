/**
 * The tables that a job visits, each when it is due, a step at a time.
 *
 * A visit that fails is logged, and its table forgotten until it is found again; the other tables are
 * visited all the same.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { GuardBroken, WritesRefused } from '../storage/errors.js'
import type { TableRef } from './job.js'

interface Round {
  readonly table: TableRef
  readonly dueAtMs: number
}

/** One step for a table. Resolves with the time at which the next is due; undefined if there is none. */
export type Visit = (table: TableRef) => Promise<number | undefined>

export interface TableRoundsDependencies {
  /** For log lines: "index build". */
  readonly name: string
  readonly clock: Clock
  readonly log: Log
}

export function tableId({ account, region, name }: TableRef): string {
  return `${account}/${region}/${name}`
}

export class TableRounds {
  readonly #dependencies: TableRoundsDependencies
  readonly #rounds = new Map<string, Round>()
  #steppedAtMs = -Infinity

  constructor(dependencies: TableRoundsDependencies) {
    this.#dependencies = dependencies
  }

  /** A table that is known already keeps the time at which it is due, unless it is `now`. */
  add({ account, region, name }: TableRef, due: 'now' | 'as known' = 'now'): void {
    const id = tableId({ account, region, name })
    if (due === 'as known' && this.#rounds.has(id)) return
    this.#rounds.set(id, { table: { account, region, name }, dueAtMs: -Infinity })
  }

  /** Visits every table that is due, until aborted. Resolves with the time at which the next is due. */
  async step(visit: Visit, signal: AbortSignal): Promise<number> {
    let broken: GuardBroken | undefined
    const startedAtMs = this.#dependencies.clock.now()
    // A clock that went back must not keep a table waiting until it is where it was.
    const wentBack = startedAtMs < this.#steppedAtMs
    this.#steppedAtMs = startedAtMs
    for (const [id, round] of [...this.#rounds]) {
      if (signal.aborted) break
      if (!wentBack && this.#dependencies.clock.now() < round.dueAtMs) continue
      // A store that answers at once would not let requests in between.
      await nextTurn()
      const outcome = await this.#attempt(visit, round.table)
      if (outcome instanceof GuardBroken) broken = outcome
      else this.#settle(id, round, outcome)
    }
    // The caller looks at its right to do all this before it continues.
    if (broken !== undefined) throw broken
    return Math.min(Infinity, ...[...this.#rounds.values()].map(({ dueAtMs }) => dueAtMs))
  }

  async #attempt(visit: Visit, table: TableRef): Promise<number | undefined | GuardBroken> {
    try {
      return await visit(table)
    } catch (error) {
      if (error instanceof GuardBroken) return error
      const { name, log } = this.#dependencies
      if (error instanceof WritesRefused) log.debug(`${name} waits`, { table: table.name })
      else log.error(`${name} failed`, { table: table.name, error })
      return undefined
    }
  }

  /** A table that was added again during its visit stays due. */
  #settle(id: string, visited: Round, dueAtMs: number | undefined): void {
    if (this.#rounds.get(id) !== visited) return
    if (dueAtMs === undefined) this.#rounds.delete(id)
    else this.#rounds.set(id, { table: visited.table, dueAtMs })
  }
}
