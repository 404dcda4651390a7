/**
 * What one client knows of its tables, on a server that it cannot look into: every state that agrees with all
 * answers so far. A call whose outcome is unknown may take effect at any later time, until it is known that
 * nothing is under way any more.
 */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { Answered } from '../answered.js'
import { checkAnswer, checkBatch } from '../answers.js'
import type { Call } from '../calls.js'
import { run, type State } from '../model.js'

interface Possibility {
  readonly state: State
  /** What may still take effect. */
  readonly pending: readonly Call[]
}

const possibilitiesMax = 5_000

export class PossibleStates {
  #possibilities: readonly Possibility[]

  constructor(state: State) {
    this.#possibilities = [{ state, pending: [] }]
  }

  get states(): readonly State[] {
    return this.#possibilities.map(({ state }) => state)
  }

  /** Throws if no possible state allows the answer. */
  note(call: Call, answered: Answered): void {
    const before = expanded(this.#possibilities)
    if (answered.kind === 'unknown') {
      const writes = call.kind === 'write' || call.kind.endsWith('-write')
      this.#possibilities = writes
        ? before.map(({ state, pending }) => ({ state, pending: [...pending, call] }))
        : before
      return
    }
    const agreeing = before.flatMap((each) => after(each, call, answered))
    if (agreeing.length === 0) assert.fail(disagreement(call, answered, before))
    this.#possibilities = agreeing
  }

  /** Nothing that was asked for before the last call can happen any more. */
  nothingIsUnderWay(): void {
    this.#possibilities = this.#possibilities.map(({ state }) => ({ state, pending: [] }))
  }
}

function after(
  { state, pending }: Possibility,
  call: Call,
  answered: Exclude<Answered, { kind: 'unknown' }>,
): readonly Possibility[] {
  const outcome = run(state, call)
  if (answered.kind === 'refused') {
    return answered.error === outcome.error ? [{ state, pending }] : []
  }
  if (outcome.error !== undefined) return []
  try {
    if (call.kind === 'batch-get') checkBatch(call.keys, answered.answer, [state])
    else checkAnswer(call, answered.answer, outcome)
    return [{ state: outcome.after, pending }]
  } catch {
    return []
  }
}

/** With each choice of what is pending carried out, in each order. */
function expanded(possibilities: readonly Possibility[]): readonly Possibility[] {
  const all = [...possibilities]
  for (let at = 0; at < all.length; at++) {
    const { state, pending } = all[at]!
    for (const call of pending) {
      const outcome = run(state, call)
      if (outcome.after === state) continue
      all.push({ state: outcome.after, pending: pending.filter((each) => each !== call) })
      assert.ok(all.length < possibilitiesMax, 'too much is in doubt')
    }
  }
  return all
}

function disagreement(call: Call, answered: Answered, before: readonly Possibility[]): string {
  const outcomes = before.slice(0, 3).map(({ state }) => {
    const { error, shown } = run(state, call)
    return { error, shown }
  })
  const facts = { call, answered, outcomes, possibilities: before.length }
  return inspect(facts, { depth: 9, maxStringLength: 40, breakLength: 140 })
}
