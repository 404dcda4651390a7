/** Commands that ask a running server, which flags name; the first word of most chooses the action. */
import { CallFailed, callTo } from '../server/endpoint-call.js'
import type { JsonCall } from '../server/json-call.js'
import { alternatives } from './alternatives.js'
import type { Command } from './command.js'
import { readArguments, textOf, type Environment, type GivenFlags } from './flags.js'
import { givenEndpoint } from './given-endpoint.js'
import { UsageError } from './usage-error.js'

export interface ServedCall {
  readonly call: JsonCall
  readonly flags: GivenFlags
  readonly environment: Environment
  /** What follows the action. */
  readonly words: readonly string[]
}

export type ServedActions = Readonly<Record<string, (call: ServedCall) => Promise<void>>>

export async function runServedAction(
  command: Command,
  actions: ServedActions,
  args: readonly string[],
  environment: Environment,
): Promise<void> {
  await runServed(command, args, environment, ({ words: [name = '', ...words], ...rest }) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined) {
      throw new UsageError(`gramme ${command.name} needs ${alternatives(Object.keys(actions))}.`)
    }
    return action({ ...rest, words })
  })
}

/** For a command that does one thing, whatever its first word is. */
export async function runServed(
  command: Command,
  args: readonly string[],
  environment: Environment,
  run: (call: ServedCall) => Promise<void>,
): Promise<void> {
  const { flags, words } = readArguments(command, args)
  const region = textOf(flags, 'region') ?? environment['AWS_REGION'] ?? 'us-east-1'
  const url = textOf(flags, 'endpoint') ?? 'http://127.0.0.1:8000'
  const call = callTo(givenEndpoint(url, region, environment))
  try {
    await run({ call, flags, environment, words })
  } catch (error) {
    throw error instanceof CallFailed ? new UsageError(error.message) : error
  }
}
