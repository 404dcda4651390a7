import { useQuery } from '@tanstack/react-query'
import { ListTodo, RotateCw } from 'lucide-react'
import { Badge } from '../../design/badge.js'
import { IconButton } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { formatTime } from '../../design/format.js'
import { PageHeader } from '../../design/page-header.js'
import { ProgressBar } from '../../design/progress-bar.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import { jobRows, type JobRow } from './job-rows.js'
import './jobs-page.css'
import { readJobs } from './read-jobs.js'

const busyMs = 1000
const idleMs = 10_000

export function JobsPage() {
  const { client, region, account } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: [account, region, 'jobs'],
    queryFn: async ({ signal }) => {
      const { answers, faults } = await readJobs(client, signal)
      return { rows: jobRows(answers), faults }
    },
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ isRunning }) => isRunning) === true ? busyMs : idleMs,
  })
  return (
    <Page title="Jobs">
      <PageHeader
        title="Jobs"
        facts="Exports, imports, backups, restores and index builds of this region."
        actions={<IconButton label="Refresh" icon={RotateCw} onClick={() => void refetch()} />}
      />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data?.faults.map((fault, i) => (
        <FaultNotice key={i} error={fault} onRetry={() => void refetch()} />
      ))}
      {data?.rows.length === 0 && data.faults.length === 0 && (
        <EmptyState icon={ListTodo} title="There are no jobs.">
          Backups and restores begin on a table’s Recover page, index builds on its Indexes tab.
        </EmptyState>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <RowsTable
          caption="Jobs"
          columns={columnsIn(region)}
          rows={data.rows}
          keyOf={({ id }) => id}
        />
      )}
    </Page>
  )
}

function columnsIn(region: string): readonly Column<JobRow>[] {
  return [
    { name: 'kind', heading: 'Kind', cell: ({ kind }) => kind },
    {
      name: 'table',
      heading: 'Table',
      cell: ({ table }) => <Link to={paths.table(region, table)}>{table}</Link>,
    },
    { name: 'state', heading: 'State', cell: (row) => <State row={row} /> },
    { name: 'progress', heading: 'Progress', cell: (row) => <Progress row={row} /> },
    {
      name: 'started',
      heading: 'Started',
      isSecondary: true,
      cell: ({ started }) => (started === undefined ? '' : formatTime(started * 1000)),
    },
    {
      name: 'details',
      heading: 'Details',
      isSecondary: true,
      cell: ({ details }) => <span className="jobs-details">{details}</span>,
    },
  ]
}

function State({ row: { state, isRunning, hasFailed } }: { readonly row: JobRow }) {
  return (
    <Badge tone={hasFailed ? 'danger' : isRunning ? 'warn' : 'ok'} dot>
      {state}
    </Badge>
  )
}

function Progress({ row }: { readonly row: JobRow }) {
  return (
    <span className="jobs-progress">
      {row.isRunning && <ProgressBar label={`${row.kind} of ${row.table}`} share={row.share} />}
      {row.progress}
    </span>
  )
}
