import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { Fault, isOtherServer } from '../../api/fault.js'
import { Badge } from '../../design/badge.js'
import { IconButton } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useTableWork } from '../../frame/table-work.js'
import { useWorkspace } from '../../frame/workspace.js'
import { replicaLinksFreshMs } from './limits.js'
import { replicaLinkRows, type ReplicaLinkRow } from './replica-link-rows.js'
import './replica-links-panel.css'

/** How far the regions of a global table are behind each other. Empty where the server does not say. */
export function ReplicaLinksPanel({ table }: { readonly table: string }) {
  const { region } = useWorkspace()
  const { data = [], error, refetch } = useReplicaLinks(table)
  const work = useTableWork(table)
  const rows = replicaLinkRows(data, region)
  const failed = error !== null && !isWithoutLinks(error)
  if (rows.length === 0 && !failed) return null
  const toggle = ({ from, to, isPaused }: ReplicaLinkRow) =>
    work.mutate({
      run: (client) =>
        client.call('gramme', 'UpdateReplicationLink', {
          TableName: table,
          FromRegion: from,
          ToRegion: to,
          Paused: !isPaused,
        }),
      done: `Changes from ${from} to ${to} are ${isPaused ? 'resumed' : 'paused'}.`,
    })
  return (
    <Panel title="Changes between regions">
      {failed && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {work.error !== null && <FaultNotice error={work.error} />}
      {rows.length > 0 && (
        <RowsTable
          caption="Changes between regions"
          columns={columnsOf(toggle, work.isPending)}
          rows={rows}
          keyOf={({ from, to }) => `${from} ${to}`}
        />
      )}
    </Panel>
  )
}

function useReplicaLinks(table: string) {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'table', table, 'replica-links'],
    queryFn: async ({ signal }) => {
      const input = { TableName: table }
      const { Links = [] } = await client.call('gramme', 'ListReplicationLinks', input, { signal })
      return Links
    },
    // A server that has refused would only refuse again.
    refetchInterval: ({ state }) => (state.error === null ? replicaLinksFreshMs : false),
  })
}

/** Another server, a missing right, or a table whose last replica is just being removed. */
function isWithoutLinks(error: unknown): boolean {
  if (isOtherServer(error)) return true
  if (!(error instanceof Fault)) return false
  return error.kind === 'denied' || error.type === 'ResourceNotFoundException'
}

function columnsOf(
  onToggle: (row: ReplicaLinkRow) => void,
  busy: boolean,
): readonly Column<ReplicaLinkRow>[] {
  return [
    {
      name: 'link',
      heading: 'Direction',
      // One cell, so that a phone has room for the numbers and the button.
      cell: ({ from, to, state, tone, note }) => (
        <span className="replica-link">
          <span className="replica-link-regions">
            <span>from {from}</span> <span>to {to}</span>
          </span>{' '}
          <Badge tone={tone} dot>
            {state}
          </Badge>{' '}
          <span className="replica-link-note">{note}</span>
        </span>
      ),
    },
    { name: 'behind', heading: 'Behind', isNumber: true, cell: ({ behind }) => behind },
    { name: 'pending', heading: 'Pending', isNumber: true, cell: ({ pending }) => pending },
    {
      name: 'pause',
      heading: <span className="visually-hidden">Actions</span>,
      cell: (row) => (
        <IconButton
          label={`${row.isPaused ? 'Resume' : 'Pause'} changes from ${row.from} to ${row.to}`}
          icon={row.isPaused ? Play : Pause}
          disabled={busy}
          onClick={() => onToggle(row)}
        />
      ),
    },
  ]
}
