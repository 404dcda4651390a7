/**
 * Reads in batches (`batcher.ts`): requests for entries and short pages of the same spaces share
 * one statement. Long pages go alone.
 *
 * Each request still sees one snapshot, and has its own outcome: a guard that is broken for one
 * does not affect the others.
 */
import { batchedPageWeight, batchedReadsMax } from '../limits.js'
import type { Read } from '../../engine.js'
import type { RunStatement } from '../connection/sql-text.js'
import { tooManyWait } from '../connection/failures.js'
import { isLight, shapeOf } from './found-pages.js'
import { Batcher } from '../wait/batcher.js'
import { isGet } from './read-answer.js'
import { type Question, ReadPlan } from './read-plan.js'
import { type StatementTarget } from './statement-target.js'
import { type RetryRules, withRetries } from '../connection/retries.js'

interface Waiting {
  readonly question: Question
  readonly resolve: (plan: ReadPlan) => void
  readonly reject: (error: unknown) => void
}

/** What reading needs from the backend. */
export interface ReadBackend extends StatementTarget {
  readonly waitMs: number
  readonly read: RunStatement
  /** Undefined instead of a promise if all spaces are known. */
  requireSpaces(question: Question): Promise<void> | undefined
  noteFailure(error: unknown): void
}

export class Reader {
  readonly #backend: ReadBackend
  readonly #rules: RetryRules
  readonly #batcher: Batcher<Waiting>

  constructor(backend: ReadBackend, statementsMax: number) {
    const { waitMs } = backend
    this.#backend = backend
    this.#rules = { waitMs, repeatable: true, onFailure: (error) => backend.noteFailure(error) }
    this.#batcher = new Batcher({
      underWayMax: statementsMax,
      waitMs,
      take: takeBatch,
      send: (batch) => this.#send(batch),
      refuse: ({ reject }) => reject(tooManyWait()),
    })
  }

  /** Rejects with `StorageError`. */
  ask(question: Question): Promise<ReadPlan> {
    const { reads, versions } = question
    const short = reads.every((read) => isGet(read) || (isShort(read) && !versions))
    return short ? this.#batch(question) : this.#ask(question, askFully)
  }

  #batch(question: Question): Promise<ReadPlan> {
    return new Promise((resolve, reject) => {
      this.#batcher.add(groupOf(question), { question, resolve, reject })
    })
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const plan = await this.#ask(asOne(batch.map(({ question }) => question)), askOnce)
      // A request that needs more asks for it alone, without delaying the others.
      for (const { question, resolve, reject } of batch) {
        if (plan.isIncomplete(question)) this.#ask(question, askWhole).then(resolve, reject)
        else resolve(plan)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  #ask(question: Question, ask: AskWith): Promise<ReadPlan> {
    const backend = this.#backend
    return withRetries(this.#rules, async () => {
      await backend.requireSpaces(question)
      return ask(question, backend, backend.read)
    })
  }
}

type AskWith = (question: Question, target: StatementTarget, run: RunStatement) => Promise<ReadPlan>

/** Asks for everything in one statement, or a second one if that was not enough, with `run`. */
export async function askFully(...asked: Parameters<AskWith>): Promise<ReadPlan> {
  const plan = await askOnce(...asked)
  return plan.isIncomplete(asked[0]) ? askWhole(...asked) : plan
}

const askOnce: AskWith = (question, target, run) => answered(new ReadPlan(question, target), run)

const askWhole: AskWith = (question, target, run) =>
  answered(new ReadPlan(question, target, true), run)

async function answered(plan: ReadPlan, run: RunStatement): Promise<ReadPlan> {
  const { statement } = plan
  if (statement !== undefined) plan.answer(await run(statement))
  return plan
}

/** The first requests, as many as fit one statement. */
function takeBatch(line: Waiting[]): readonly Waiting[] {
  let [count, entries] = [0, 0]
  for (const { question } of line) {
    if (count > 0 && entries >= batchedReadsMax) break
    for (const { kind } of question.reads) entries += kind === 'get' ? 1 : batchedPageWeight
    count++
  }
  return line.splice(0, count)
}

function isShort(read: Read): boolean {
  return read.kind === 'range' && isLight(read)
}

function asOne(questions: readonly Question[]): Question {
  const [only] = questions
  if (questions.length === 1) return only!
  return {
    reads: questions.flatMap(({ reads }) => reads),
    guards: questions.flatMap(({ guards }) => guards),
    versions: questions.some(({ versions }) => versions),
  }
}

/** Requests of one group are asked for by the same text. */
function groupOf({ reads, guards, versions }: Question): string {
  const parts = new Set<string | number>()
  for (const read of reads) parts.add(read.kind === 'range' ? shapeOf(read) : read.space)
  for (const { space } of guards) parts.add(space)
  return `${versions}:${[...parts].join()}`
}
