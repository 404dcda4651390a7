/**
 * A command of `gramme`: what its help says and what it does.
 *
 * The file of a command is loaded for its help too, so it imports what it runs with when it runs.
 */
import type { Flag, Environment } from './flags.js'

export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What follows `gramme`, one line for each way to use it. */
  readonly usage: readonly string[]
  readonly flags: readonly Flag[]
  /** Paragraphs below the flags. */
  readonly notes?: readonly string[]
  run(args: readonly string[], environment: Environment): Promise<void>
}
