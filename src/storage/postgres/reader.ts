/**
 * Reads, gathered. A few statements are under way at a time; what arrives meanwhile and asks for single
 * entries of the same spaces goes together in the next one. An idle server sends each read at once,
 * and a busy one sends fewer and larger statements, which costs the database a fraction.
 *
 * Each request is still answered from one snapshot, and by itself: a guard that is broken for one is
 * nothing to the others.
 */
import { gatheredReadsMax } from '../../model/limits.js'
import type { Guard, Read } from '../engine.js'
import type { Run } from './backend.js'
import { isGet, ReadAnswer } from './read-answer.js'
import { ReadPlan, type ReadTarget } from './read-plan.js'

interface Waiting {
  readonly reads: readonly Read[]
  readonly guards: readonly Guard[]
  readonly resolve: (plan: ReadPlan) => void
  readonly reject: (error: unknown) => void
}

export class Reader {
  readonly #target: ReadTarget
  readonly #run: Run
  readonly #statementsMax: number
  #underWay = 0
  /** By the spaces they are about, the longest waiting first. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(target: ReadTarget, run: Run, statementsMax: number) {
    this.#target = target
    this.#run = run
    this.#statementsMax = statementsMax
  }

  async ask<R extends readonly Read[]>(reads: R, guards: readonly Guard[]): Promise<ReadAnswer<R>> {
    const alone = this.#underWay < this.#statementsMax || !reads.every(isGet)
    const plan = alone ? await this.#send(reads, guards) : await this.#gather(reads, guards)
    return new ReadAnswer(reads, guards, plan)
  }

  async #send(reads: readonly Read[], guards: readonly Guard[]): Promise<ReadPlan> {
    this.#underWay++
    try {
      return await askOnce(reads, guards, this.#target, this.#run)
    } finally {
      this.#underWay--
      this.#sendNext()
    }
  }

  #gather(reads: readonly Read[], guards: readonly Guard[]): Promise<ReadPlan> {
    const group = groupOf(reads, guards)
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(group)
      const one = { reads, guards, resolve, reject }
      if (waiting === undefined) this.#waiting.set(group, [one])
      else waiting.push(one)
    })
  }

  #sendNext(): void {
    const [first] = this.#waiting
    if (first === undefined || this.#underWay >= this.#statementsMax) return
    const [group, waiting] = first
    const batch = waiting.splice(0, gatheredReadsMax)
    this.#waiting.delete(group)
    // What is left goes to the end, so that no group waits for another for ever.
    if (waiting.length > 0) this.#waiting.set(group, waiting)
    const reads = batch.flatMap((each) => each.reads)
    const guards = batch.flatMap((each) => each.guards)
    this.#send(reads, guards).then(
      (plan) => batch.forEach(({ resolve }) => resolve(plan)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    )
  }
}

/** Asks for everything in one statement, on the connection that `run` stands for. */
export async function askOnce(
  reads: readonly Read[],
  guards: readonly Guard[],
  target: ReadTarget,
  run: Run,
): Promise<ReadPlan> {
  const plan = new ReadPlan(reads, guards, target)
  if (plan.statement !== undefined) plan.answer(await run(plan.statement))
  return plan
}

function groupOf(reads: readonly Read[], guards: readonly Guard[]): string {
  const spaces = new Set([...reads, ...guards].map(({ space }) => space))
  return [...spaces].sort((a, b) => a - b).join()
}
