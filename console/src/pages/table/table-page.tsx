import type { ComponentType } from 'react'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { Tabs, type Tab } from '../../design/tabs.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { TableHeader } from '../../frame/table-header.js'
import { useFragment, usePlace } from '../../routes/place.js'
import { AccessTab } from './access-tab.js'
import { BackupsTab } from './backups-tab.js'
import { CapacityTab } from './capacity-tab.js'
import { CodeTab } from './code-tab.js'
import { IndexesTab } from './indexes-tab.js'
import { OverviewTab } from './overview-tab.js'
import { ReplicasTab } from './replicas-tab.js'
import { StreamTab } from './stream-tab.js'
import './table-page.css'
import type { TableTabProps } from './table-tab.js'
import { TagsTab } from './tags-tab.js'
import { TtlTab } from './ttl-tab.js'

export function TableOverviewPage() {
  const { table = '' } = usePlace()
  const { data, error, refetch } = useTableDescription(table)
  return (
    <Page title={table}>
      <TableHeader table={table} />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <TableTabs table={table} description={data} />}
    </Page>
  )
}

const tabNames = [
  'overview',
  'indexes',
  'capacity',
  'ttl',
  'stream',
  'replicas',
  'backups',
  'access',
  'tags',
  'code',
] as const
type TabName = (typeof tabNames)[number]

const labels: Readonly<Record<TabName, string>> = {
  overview: 'Overview',
  indexes: 'Indexes',
  capacity: 'Capacity',
  ttl: 'TTL',
  stream: 'Stream',
  replicas: 'Replicas',
  backups: 'Backups',
  access: 'Access',
  tags: 'Tags',
  code: 'As code',
}

const contents: Readonly<Record<TabName, ComponentType<TableTabProps>>> = {
  overview: OverviewTab,
  indexes: IndexesTab,
  capacity: CapacityTab,
  ttl: TtlTab,
  stream: StreamTab,
  replicas: ReplicasTab,
  backups: BackupsTab,
  access: AccessTab,
  tags: TagsTab,
  code: CodeTab,
}

function TableTabs(props: TableTabProps) {
  const [{ tab = 'overview' }, change] = useFragment()
  const shown = tabNames.find((name) => name === tab) ?? 'overview'
  const tabs = tabNames.map((name): Tab<TabName> => {
    const Content = contents[name]
    return { name, label: labels[name], content: <Content {...props} /> }
  })
  return (
    <Tabs
      label="Settings of the table"
      value={shown}
      tabs={tabs}
      onChange={(name) => change({ tab: name === 'overview' ? undefined : name })}
    />
  )
}
