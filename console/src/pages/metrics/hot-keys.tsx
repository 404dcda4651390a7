import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Flame } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Select } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Subject } from './chart-plans.js'
import { HotKeyBars } from './hot-key-bars.js'
import './hot-keys.css'
import { rulesOf } from './insight-rules.js'
import type { TimeRange } from './time-range.js'

export interface HotKeysProps {
  readonly subject: Subject
  readonly range: TimeRange
}

/** While it is being switched, it is asked for again. */
const busyMs = 1000
const switching = ['ENABLING', 'DISABLING']

/** The keys that are used most, which Contributor Insights counts if somebody has asked for it. */
export function HotKeys({ subject, range }: HotKeysProps) {
  const { data, error, enable, disable } = useInsights(subject)
  const [chosen, setChosen] = useState<string>()
  const rules = rulesOf(data?.ContributorInsightsRuleList ?? [])
  const rule = rules.find(({ name }) => name === chosen) ?? rules[0]
  const status = data?.ContributorInsightsStatus
  const isOn = status === 'ENABLED' && rule !== undefined
  const change = status === 'ENABLED' ? disable : enable
  return (
    <Panel
      title="Hot keys"
      actions={
        isOn && (
          <>
            <Select
              aria-label="What is counted"
              value={rule.name}
              choices={rules.map(({ name, label }) => ({ value: name, label }))}
              onChange={setChosen}
            />
            <Button busy={disable.isPending} onClick={() => disable.mutate()}>
              Stop counting
            </Button>
          </>
        )
      }
    >
      {error !== null && <FaultNotice error={error} />}
      {change.error !== null && <FaultNotice error={change.error} />}
      {data === undefined && error === null && <Skeleton rows={3} />}
      {isOn && <HotKeyBars rule={rule.name} range={range} />}
      {data !== undefined && !isOn && (
        <EmptyState
          icon={Flame}
          title="Keys are not counted."
          action={
            <Button
              kind="primary"
              busy={enable.isPending || switching.includes(status ?? '')}
              onClick={() => enable.mutate()}
            >
              Count keys
            </Button>
          }
        >
          <p>
            Contributor Insights finds the partition keys and items that are used or throttled most.
          </p>
        </EmptyState>
      )}
    </Panel>
  )
}

function useInsights({ table, index }: Subject) {
  const { client, region, account } = useWorkspace()
  const queries = useQueryClient()
  const queryKey = [account, region, 'insights', table, index]
  const about = { TableName: table, ...(index !== undefined && { IndexName: index }) }
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.call('dynamodb', 'DescribeContributorInsights', about, { signal }),
    refetchInterval: ({ state }) =>
      switching.includes(state.data?.ContributorInsightsStatus ?? '') ? busyMs : false,
  })
  const change = (ContributorInsightsAction: 'ENABLE' | 'DISABLE') => ({
    mutationFn: () =>
      client.call('dynamodb', 'UpdateContributorInsights', { ...about, ContributorInsightsAction }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const enable = useMutation(change('ENABLE'))
  const disable = useMutation(change('DISABLE'))
  return { data, error, enable, disable }
}
