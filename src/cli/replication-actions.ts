/** What the actions of `gramme replication` ask a server for. */
import type { InputOf, OutputOf } from '../api/services.js'
import { CallFailed, callTo } from '../server/endpoint-call.js'
import type { JsonCall } from '../server/json-call.js'
import type { Command } from './command.js'
import { readArguments, textOf, type Environment, type GivenFlags } from './flags.js'
import { givenEndpoint } from './given-endpoint.js'
import { printRows } from './print-rows.js'
import { UsageError } from './usage-error.js'

interface ReplicationCall {
  readonly call: JsonCall
  readonly flags: GivenFlags
  /** What follows the action. */
  readonly words: readonly string[]
}

const actions: Readonly<Record<string, (call: ReplicationCall) => Promise<void>>> = {
  list,
  pause: (call) => update(call, { Paused: true }),
  resume: (call) => update(call, { Paused: false }),
  delay,
}

export async function runReplicationCommand(
  command: Command,
  args: readonly string[],
  environment: Environment,
): Promise<void> {
  const { flags, words } = readArguments(command, args)
  const [name = '', ...rest] = words
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) {
    throw new UsageError('gramme replication needs list, pause, resume or delay.')
  }
  const region = textOf(flags, 'region') ?? environment['AWS_REGION'] ?? 'us-east-1'
  const url = textOf(flags, 'endpoint') ?? 'http://127.0.0.1:8000'
  const call = callTo(givenEndpoint(url, region, environment))
  try {
    await action({ call, flags, words: rest })
  } catch (error) {
    throw error instanceof CallFailed ? new UsageError(error.message) : error
  }
}

async function list({ call, words }: ReplicationCall): Promise<void> {
  const [TableName] = words
  const { Links = [] } = await call(
    'gramme.ListReplicationLinks',
    TableName === undefined ? {} : { TableName },
  )
  if (Links.length === 0) process.stdout.write('There are no global tables.\n')
  else printLinks(Links)
}

async function delay(given: ReplicationCall): Promise<void> {
  const milliseconds = Number(given.words[1])
  if (!Number.isInteger(milliseconds)) {
    throw new UsageError('gramme replication delay needs a table and a number of milliseconds.')
  }
  await update(given, { DelayMilliseconds: milliseconds })
}

type Change = Pick<InputOf<'gramme.UpdateReplicationLink'>, 'Paused' | 'DelayMilliseconds'>

async function update({ call, flags, words }: ReplicationCall, change: Change): Promise<void> {
  const [TableName] = words
  if (TableName === undefined) throw new UsageError('gramme replication needs a table for this.')
  const [FromRegion, ToRegion] = [textOf(flags, 'from'), textOf(flags, 'to')]
  const { Links = [] } = await call('gramme.UpdateReplicationLink', {
    TableName,
    ...(FromRegion !== undefined && { FromRegion }),
    ...(ToRegion !== undefined && { ToRegion }),
    ...change,
  })
  printLinks(Links)
}

type ShownLinks = NonNullable<NonNullable<OutputOf<'gramme.ListReplicationLinks'>>['Links']>

function printLinks(links: ShownLinks): void {
  const rows = links.map((link) => [
    link.TableName ?? '',
    link.FromRegion ?? '',
    link.ToRegion ?? '',
    (link.State ?? '').toLowerCase(),
    String(link.PendingChanges ?? ''),
    link.LagMilliseconds === undefined ? '' : `${link.LagMilliseconds} ms`,
    link.DelayMilliseconds ? `${link.DelayMilliseconds} ms` : '',
    link.StateReason ?? '',
  ])
  const head = ['TABLE', 'FROM', 'TO', 'STATE', 'PENDING', 'LAG', 'DELAY', '']
  printRows([head, ...rows])
}
