/** The items of a table: what to read, what was read, and one of them beside it. */
import { useQuery } from '@tanstack/react-query'
import { readSources } from '../../code/key-attributes.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { TableHeader } from '../../frame/table-header.js'
import { useWorkspace } from '../../frame/workspace.js'
import { usePlace } from '../../routes/place.js'
import './items-page.css'
import { ItemsView } from './items-view.js'

export function ItemsPage() {
  const { table = '' } = usePlace()
  const { data, error, refetch } = useTableDescription(table)
  const ttl = useTtlAttribute(table)
  return (
    <Page title={`${table} · items`} isFull>
      <TableHeader table={table} />
      {data !== undefined ? (
        <ItemsView table={table} sources={readSources(data)} ttl={ttl} />
      ) : error === null ? (
        <Skeleton rows={10} />
      ) : (
        <FaultNotice error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

/** Who may not ask sees plain numbers. */
function useTtlAttribute(table: string): string | undefined {
  const { client, region, account } = useWorkspace()
  const { data } = useQuery({
    queryKey: [account, region, 'table', table, 'ttl'],
    queryFn: ({ signal }) =>
      client.call('dynamodb', 'DescribeTimeToLive', { TableName: table }, { signal }),
  })
  const { TimeToLiveStatus, AttributeName } = data?.TimeToLiveDescription ?? {}
  return TimeToLiveStatus === 'ENABLED' ? AttributeName : undefined
}
