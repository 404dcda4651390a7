/** The triggers of this region: what they do, what they print, and what they gave up. */
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { isOtherServer } from '../../api/fault.js'
import type { Trigger } from '../../api/generated/gramme-types.js'
import { CodeBlock } from '../../design/code-block.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { Notice } from '../../design/notice.js'
import { PageHeader } from '../../design/page-header.js'
import { Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { Tabs } from '../../design/tabs.js'
import { Page } from '../../frame/page.js'
import { useFragment } from '../../routes/place.js'
import { DeadLetters } from './dead-letters.js'
import { LogView } from './log-view.js'
import { TriggerList } from './trigger-list.js'
import { useTriggers } from './trigger-queries.js'
import './triggers-page.css'

export function TriggersPage() {
  const { data, error, refetch } = useTriggers()
  const [{ name }, setFragment] = useFragment()
  const triggers = data?.Triggers ?? []
  const chosen = triggers.find((trigger) => trigger.Name === name) ?? triggers[0]
  return (
    <Page title="Triggers">
      <PageHeader
        title="Triggers"
        facts={triggers.length > 0 ? countOf(triggers.length, 'trigger') : undefined}
      />
      {error !== null && isOtherServer(error) && (
        <EmptyState icon={Zap} title="This server does not tell about triggers." />
      )}
      {error !== null && !isOtherServer(error) && (
        <FaultNotice error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {(data?.Faults ?? []).map((fault) => (
        <Notice key={fault} tone="warn">
          The file of triggers is not in use: {fault}
        </Notice>
      ))}
      {data !== undefined && triggers.length === 0 && <NoTriggers />}
      {triggers.length > 0 && (
        <TriggerList
          triggers={triggers}
          chosen={chosen?.Name}
          onChoose={(next) => setFragment({ name: next })}
        />
      )}
      {chosen !== undefined && <TriggerDetail key={chosen.Name} trigger={chosen} />}
    </Page>
  )
}

function NoTriggers() {
  return (
    <EmptyState icon={Zap} title="No trigger follows a table of this region.">
      <p>A trigger calls code with the changes of a table, as Lambda does.</p>
      <CodeBlock
        label="How to add a trigger"
        text="gramme trigger add orders --table Orders --module orders.mjs"
      />
    </EmptyState>
  )
}

function TriggerDetail({ trigger }: { readonly trigger: Trigger }) {
  const [tab, setTab] = useState<'log' | 'letters'>('log')
  const { Name = '', HasDeadLetterFile = false } = trigger
  return (
    <Panel title={Name}>
      <Tabs
        label={`About ${Name}`}
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'log', label: 'Log', content: <LogView name={Name} /> },
          {
            name: 'letters',
            label: 'Dead letters',
            content: <DeadLetters name={Name} hasFile={HasDeadLetterFile} />,
          },
        ]}
      />
    </Panel>
  )
}
