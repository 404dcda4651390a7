import { FaultNotice } from '../../design/fault-notice.js'
import { PageHeader } from '../../design/page-header.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { useTableNames } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'

export function TablesPage() {
  const { region } = useWorkspace()
  const { data, error, refetch } = useTableNames()
  return (
    <Page title="Tables">
      <PageHeader title="Tables" />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      <ul>
        {data?.map((name) => (
          <li key={name}>
            <Link to={paths.table(region, name)}>{name}</Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
