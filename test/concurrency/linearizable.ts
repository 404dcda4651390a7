/**
 * Is there an order of a history's operations, each at some moment between its request and its
 * answer, that the model explains? The search is complete, and kept small by two facts: only
 * operations in progress at the same moment can be exchanged, and an operation that changes nothing
 * is best taken as soon as it fits.
 *
 * The history is walked event by event with the set of all worlds it may have led to: a state, and
 * which of the operations in progress have already taken effect. An answer discards the worlds in
 * which its operation cannot have taken effect; a history is refused once no world is left.
 */
import type { Entry } from './history.js'

export interface Model<Operation> {
  readonly initial: string
  /** The state after the operation, or undefined if it could not have had this answer. */
  step(state: string, operation: Operation): string | undefined
}

export interface Violation<Operation> {
  /** The answer that no order explains. */
  readonly entry: Entry<Operation>
  /** The operations in progress at the same time. */
  readonly overlapping: readonly Entry<Operation>[]
  /** The states that were possible before it. */
  readonly states: readonly string[]
}

interface World {
  readonly state: string
  /** Operations in progress that have taken effect, by their number in the history. */
  readonly happened: ReadonlySet<number>
}

/** More than any real history needs: it would mean too many concurrent writes of one thing. */
const worldsMax = 200_000

export function findViolation<Operation>(
  history: readonly Entry<Operation>[],
  model: Model<Operation>,
): Violation<Operation> | undefined {
  return new Search(history, model).run()
}

class Search<Operation> {
  readonly #history: readonly Entry<Operation>[]
  readonly #model: Model<Operation>
  readonly #underWay = new Set<number>()
  #worlds: readonly World[]

  constructor(history: readonly Entry<Operation>[], model: Model<Operation>) {
    this.#history = history
    this.#model = model
    this.#worlds = [{ state: model.initial, happened: new Set() }]
  }

  run(): Violation<Operation> | undefined {
    for (const { id, kind } of eventsOf(this.#history)) {
      if (kind === 'invoked') {
        this.#underWay.add(id)
        this.#worlds = distinct(this.#worlds.map((world) => this.#settle(world)))
        continue
      }
      const left = this.#worldsWith(id)
      if (left.length === 0) return this.#violation(id)
      this.#underWay.delete(id)
      this.#worlds = distinct(left.map((world) => without(world, id)))
    }
    return undefined
  }

  /** All worlds in which this operation has taken effect, reached through those in progress. */
  #worldsWith(id: number): readonly World[] {
    const found: World[] = []
    const seen = new Set(this.#worlds.map(keyOf))
    const open = [...this.#worlds]
    for (let world = open.pop(); world !== undefined; world = open.pop()) {
      if (world.happened.has(id)) {
        found.push(world)
        continue
      }
      for (const next of this.#nextOf(world)) {
        const key = keyOf(next)
        if (seen.has(key)) continue
        seen.add(key)
        open.push(next)
      }
      if (seen.size > worldsMax) throw new Error('the history has too many possible orders')
    }
    return found
  }

  #nextOf(world: World): readonly World[] {
    return [...this.#underWay].flatMap((id) => {
      if (world.happened.has(id)) return []
      const state = this.#model.step(world.state, this.#history[id]!.operation)
      if (state === undefined) return []
      return [this.#settle({ state, happened: new Set(world.happened).add(id) })]
    })
  }

  /** Applies everything that fits and changes nothing: that can only help. */
  #settle({ state, happened }: World): World {
    const fitting = [...this.#underWay].filter(
      (id) => !happened.has(id) && this.#model.step(state, this.#history[id]!.operation) === state,
    )
    return fitting.length === 0
      ? { state, happened }
      : { state, happened: union(happened, fitting) }
  }

  #violation(id: number): Violation<Operation> {
    return {
      entry: this.#history[id]!,
      overlapping: [...this.#underWay]
        .filter((other) => other !== id)
        .map((n) => this.#history[n]!),
      states: [...new Set(this.#worlds.map(({ state }) => state))],
    }
  }
}

interface Event {
  readonly id: number
  readonly kind: 'invoked' | 'returned'
  readonly at: number
}

function eventsOf(history: readonly Entry<unknown>[]): readonly Event[] {
  return history
    .flatMap(({ invokedAt, returnedAt }, id): Event[] => [
      { id, kind: 'invoked', at: invokedAt },
      { id, kind: 'returned', at: returnedAt },
    ])
    .toSorted((a, b) => a.at - b.at)
}

function union(set: ReadonlySet<number>, more: readonly number[]): ReadonlySet<number> {
  return new Set([...set, ...more])
}

function without({ state, happened }: World, id: number): World {
  const rest = new Set(happened)
  rest.delete(id)
  return { state, happened: rest }
}

function distinct(worlds: readonly World[]): readonly World[] {
  return [...new Map(worlds.map((world) => [keyOf(world), world])).values()]
}

function keyOf({ state, happened }: World): string {
  return `${[...happened].toSorted((a, b) => a - b).join()}|${state}`
}
