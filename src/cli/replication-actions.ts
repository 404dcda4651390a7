/** What the actions of `gramme replication` ask a server for. */
import type { InputOf, OutputOf } from '../api/services.js'
import { textOf } from './flags.js'
import { printRows } from './print-rows.js'
import type { ServedActions, ServedCall } from './served-actions.js'
import { UsageError } from './usage-error.js'

export const replicationActions: ServedActions = {
  list,
  pause: (call) => update(call, { Paused: true }),
  resume: (call) => update(call, { Paused: false }),
  delay,
}

async function list({ call, words }: ServedCall): Promise<void> {
  const [TableName] = words
  const { Links = [] } = await call(
    'gramme.ListReplicationLinks',
    TableName === undefined ? {} : { TableName },
  )
  if (Links.length === 0) process.stdout.write('There are no global tables.\n')
  else printLinks(Links)
}

async function delay(given: ServedCall): Promise<void> {
  const milliseconds = Number(given.words[1])
  if (!Number.isInteger(milliseconds)) {
    throw new UsageError('gramme replication delay needs a table and a number of milliseconds.')
  }
  await update(given, { DelayMilliseconds: milliseconds })
}

type Change = Pick<InputOf<'gramme.UpdateReplicationLink'>, 'Paused' | 'DelayMilliseconds'>

async function update({ call, flags, words }: ServedCall, change: Change): Promise<void> {
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
