/** What can be told about triggers to those who ask over the API. Whoever runs them tells it. */
import type { Scope } from '../model/arn.js'

export interface TriggerReport {
  readonly name: string
  readonly tableName: string
  /** Of the stream that it follows; undefined before its first. */
  readonly streamArn: string | undefined
  /** The path of its module, or its address. */
  readonly handler: string
  readonly enabled: boolean
  /** In the words of the trigger: what it does, or waits for. */
  readonly state: string
  readonly lastError: string | undefined
  /** The age of the oldest change that was not processed; zero if there is none, undefined if nobody knows. */
  readonly iteratorAgeMs: number | undefined
  readonly batchSize: number
  readonly hasDeadLetterFile: boolean
}

export interface TriggersReport {
  readonly triggers: readonly TriggerReport[]
  /** Why the present file is not in use. */
  readonly faults: readonly string[]
  /** When their states were reported; undefined if no server has. */
  readonly atMs: number | undefined
}

/** The end of something that may be long. */
export interface Tail<Entry> {
  readonly entries: readonly Entry[]
  readonly hasEarlier: boolean
}

/** A batch that was given up, as Lambda's message has it. */
export type DeadLetterMessage = Readonly<Record<string, unknown>>

/** All of it is about the triggers of tables in one scope; the others do not exist for a caller. */
export interface TriggerReports {
  list(scope: Scope): Promise<TriggersReport>
  /** Undefined if there is no such trigger. */
  log(scope: Scope, name: string, linesMax: number): Promise<Tail<string> | undefined>
  deadLetters(
    scope: Scope,
    name: string,
    lettersMax: number,
  ): Promise<Tail<DeadLetterMessage> | undefined>
}

/** Of a server that has no file of triggers. */
export const noTriggers: TriggerReports = {
  list: async () => ({ triggers: [], faults: [], atMs: undefined }),
  log: async () => undefined,
  deadLetters: async () => undefined,
}
