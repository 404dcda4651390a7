/**
 * Follows the model along the order in which the store writes, and compares every answer with it.
 *
 * The store says when a call was decided and when that was flushed, so it is known for each call what it saw and
 * whether it took effect, also if its client never got an answer. Nothing has to be guessed.
 */
import assert from 'node:assert/strict'
import { inspect, isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../src/operations/database-suite.js'
import type { Mutation } from '../../../src/storage/engine.js'
import { itemKey } from '../../../src/storage/keyspace.js'
import type { Clock } from '../../../src/stdx/clock.js'
import type { Answered } from './answered.js'
import { checkAnswer, checkBatch } from './answers.js'
import type { Call } from './calls.js'
import { emptyState, itemIn, replaced, run, withoutTable, withTable, type State } from './model.js'
import type { Running } from './running.js'
import type { StoreWatch } from './simulated-store.js'
import { keysOf, type TableName } from './tables.js'
import { numberIn, type Item } from './values.js'

interface Step {
  readonly by: Running
  readonly before: State
  readonly after: State
  readonly wrote: boolean
}

const tableNames: readonly string[] = ['main', 'plain', 'passing'] satisfies TableName[]
const mainKeys = new Map(keysOf('main').map((key) => [storedKey(key), key]))

export class Tracker implements StoreWatch {
  readonly #clock: Clock
  readonly #spaces = new Map<number, TableName>()
  #steps: Step[] = []
  #state = emptyState
  /** What was found to be wrong first. */
  fault: Error | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The items as they are flushed. */
  get state(): State {
    return this.#state
  }

  decided(by: Running, mutations: readonly Mutation[]): void {
    const before = this.#steps.at(-1)?.after ?? this.#state
    const wrote = mutations.length > 0
    const written = wrote && by.call !== undefined ? this.#afterCall(before, by.call) : before
    const after = mutations.reduce((state, each) => this.#afterMutation(state, each, by), written)
    this.#steps.push({ by, before, after, wrote })
  }

  settled(count: number): void {
    for (const { by, before, after, wrote } of this.#steps.slice(0, count)) {
      by.decidedAt = before
      by.moments.push(before)
      if (wrote) by.effects++
      this.#state = after
    }
    this.#steps = []
  }

  seen(by: Running): void {
    by.moments.push(this.#state)
  }

  answered(by: Running, answered: Answered): void {
    if (by.call === undefined || by.call.kind === 'other') return
    this.#check(by, answered, () => {
      assert.ok(by.effects <= 1, 'written twice')
      if (answered.kind === 'unknown' || isPutOff(by, answered)) return
      assert.ok(by.moments.length > 0, 'answered without a look at the store')
      if (answered.kind === 'refused') requireRefusal(by, by.call!, answered)
      else requireSuccess(by, by.call!, answered.answer)
    })
  }

  #afterCall(before: State, call: Call): State {
    const { error, after } = run(before, call)
    if (error !== undefined) this.#note(new Error(`written in spite of ${error}`))
    return after
  }

  #afterMutation(state: State, mutation: Mutation, by: Running): State {
    if (mutation.kind === 'create-space') return this.#afterCreation(state, mutation)
    if (mutation.kind !== 'drop-space' && mutation.kind !== 'delete') return state
    const table = this.#spaces.get(mutation.space)
    if (table === undefined) return state
    if (mutation.kind === 'drop-space') return withoutTable(state, table)
    return by.call === undefined ? this.#afterExpiry(state, mutation.key) : state
  }

  /** The id may be that of a space whose creation was lost. */
  #afterCreation(state: State, { space, label }: { space: number; label: string }): State {
    this.#spaces.delete(space)
    if (!tableNames.includes(label)) return state
    this.#spaces.set(space, label as TableName)
    return withTable(state, label as TableName)
  }

  /** Background work deletes items that have expired, and no others. */
  #afterExpiry(state: State, storedAt: Uint8Array): State {
    const key = mainKeys.get(Buffer.from(storedAt).toString('latin1'))
    if (key === undefined) {
      this.#note(new Error('background work deleted what is no item of the table with expiry'))
      return state
    }
    const expiresAt = numberIn(itemIn(state, { table: 'main', key }) ?? {}, 'due') ?? Infinity
    if (expiresAt * 1000 > this.#clock.now()) this.#note(new Error('deleted before it expired'))
    return replaced(state, 'main', key, undefined)
  }

  #check({ call }: Running, answered: Answered, check: () => void): void {
    try {
      check()
    } catch (error) {
      const shown = inspect({ call, answered }, { depth: 9, maxStringLength: 40, breakLength: 140 })
      this.#note(new Error(shown, { cause: error }))
    }
  }

  #note(error: Error): void {
    this.fault ??= error
  }
}

function storedKey(key: Item): string {
  const schema = {
    partition: { name: 'pk', type: 'S' },
    sort: { name: 'sk', type: 'S' },
  } as const
  return itemKey(schema, key).toString('latin1')
}

/** A batch that was overtaken is left to the client as a whole. */
function isPutOff({ call, effects, conflicts }: Running, answered: Answered): boolean {
  if (call?.kind !== 'batch-write' || conflicts === 0 || answered.kind !== 'done') return false
  const left = Object.values(answered.answer['UnprocessedItems'] as Record<string, unknown[]>)
  const count = left.reduce((sum, { length }) => sum + length, 0)
  return effects === 0 && count === call.writes.length
}

function requireSuccess(by: Running, call: Call, answer: Json): void {
  const seen = by.decidedAt ?? by.moments.at(-1)!
  const outcome = run(seen, call)
  assert.equal(undefined, outcome.error, 'done in spite of the model')
  if (outcome.after !== seen) assert.equal(by.effects, 1, 'acknowledged, but not flushed')
  if (call.kind === 'batch-get') checkBatch(call.keys, answer, by.moments)
  else checkAnswer(call, answer, outcome)
}

/** What is read after a refusal only shows whether it came from an old definition of the table. */
function requireRefusal(
  { effects, conflicts, moments }: Running,
  call: Call,
  { error, shown }: Extract<Answered, { kind: 'refused' }>,
): void {
  assert.equal(effects, 0, `refused with ${error}, but written`)
  if (conflicts > 0 && error.includes('Conflict')) return
  // It may not exist, or not be complete.
  if (call.kind === 'query' && call.index === 'later' && error === 'ValidationException') return
  const outcomes = moments.map((state) => {
    const { error: expected, shown: item } = run(state, call)
    return { error: expected, shown: call.kind === 'write' ? item : undefined }
  })
  const actual = { error, shown }
  if (!outcomes.some((each) => isDeepStrictEqual(each, actual))) {
    assert.deepStrictEqual(actual, outcomes.at(-1))
  }
}
