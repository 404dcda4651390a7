/** A client of a real server, with tables of its own in a region of its own. Asks for one thing after another. */
import assert from 'node:assert/strict'
import type { Json } from '../../../../src/operations/database-suite.js'
import { chanceOf, type Chance } from '../../../support/chance.js'
import { clientOf, testCredentials, type Client } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { refusalOf, unknownOutcome, type Answered } from '../answered.js'
import { requestOf, type Call } from '../calls.js'
import { checkTables } from '../check-end.js'
import { emptyState, withTable } from '../model.js'
import { randomCall } from '../random-calls.js'
import { creationOf, keysOf } from '../tables.js'
import { text } from '../values.js'
import { PossibleStates } from './possible-states.js'

const tables = ['main', 'plain', 'passing'] as const
/** Nothing expires while the test runs. */
const farAheadMs = Date.UTC(2100, 0, 1)

export class RealClient {
  readonly #region: string
  readonly #chance: Chance
  readonly #known = new PossibleStates(tables.reduce(withTable, emptyState))
  readonly #tokens: string[] = []
  #client: Client | undefined
  #marks = 0

  constructor(seed: number, index: number) {
    this.#region = `eu-north-${index + 1}`
    this.#chance = chanceOf(seed * 100 + index)
  }

  /** From now on it asks this server. */
  use(url: string): void {
    this.#client = clientOf({ url }, { ...testCredentials, region: this.#region })
  }

  async createTables(): Promise<void> {
    for (const table of tables) {
      await this.#client!.ask('CreateTable', creationOf(table))
      await this.#client!.untilActive(table)
    }
  }

  /** Gives up for now once the outcome of so many calls is unknown: each of them multiplies what is possible. */
  async work(count: number, unknownMax: number): Promise<void> {
    for (let [n, unknown] = [0, 0]; n < count && unknown < unknownMax; n++) {
      const call = this.#nextCall()
      const answered = await this.#answer(call)
      this.#known.note(call, answered)
      if (answered.kind === 'unknown') unknown++
    }
  }

  /** A store commits in order: once a write is acknowledged, no earlier one can happen any more. */
  async settle(): Promise<void> {
    const key = keysOf('plain')[0]!
    const item = { ...key, mark: text(`m${++this.#marks}`) }
    const call: Call = {
      kind: 'write',
      write: { kind: 'put', table: 'plain', key, item },
      returned: 'NONE',
    }
    this.#known.note(call, await this.#answered(call))
    this.#known.nothingIsUnderWay()
    await this.#look()
  }

  /** Drops the states that the items contradict. */
  async #look(): Promise<void> {
    for (const table of tables) {
      const call: Call = { kind: 'scan', table }
      this.#known.note(call, await this.#answered(call))
    }
  }

  /** What the tables hold is what one of the possible states says. */
  async checkEnd(): Promise<void> {
    await this.#look()
    const faults: unknown[] = []
    for (const state of this.#known.states) {
      const fault = await checkTables(state, (operation, input) =>
        this.#ask(operation, input),
      ).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (fault === undefined) return
      faults.push(fault)
    }
    throw faults[0]
  }

  #nextCall(): Call {
    const call = randomCall({
      ...{ chance: this.#chance, nowMs: farAheadMs, mark: ++this.#marks, fillerBytes: 8_000 },
      recentMarks: Array.from({ length: 8 }, (_, i) => `m${this.#marks - i}`),
      tokens: this.#tokens,
    })
    if (call.kind === 'transact-write' && call.token !== undefined) this.#tokens.push(call.token)
    // An index that nobody creates here.
    return call.kind === 'query' && call.index === 'later' ? { ...call, index: 'byGroup' } : call
  }

  async #answer(call: Call): Promise<Answered> {
    const { operation, input } = requestOf(call)
    try {
      const { status, body } = await this.#client!.call(operation, input)
      if (status === 200) return { kind: 'done', answer: body }
      if (status >= 500) return unknownOutcome
      return refusalOf(String(body['__type']).split('#').at(-1)!, body)
    } catch {
      return unknownOutcome
    }
  }

  /** Once the server takes requests again. */
  async #answered(call: Call): Promise<Answered> {
    let answered = unknownOutcome
    await until(
      async () => (answered = await this.#answer(call)).kind !== 'unknown',
      () => `${call.kind} is not answered`,
    )
    return answered
  }

  async #ask(operation: string, input: Json): Promise<Json> {
    const answer = await this.#client!.call(operation, input)
    assert.equal(answer.status, 200, `${operation}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
