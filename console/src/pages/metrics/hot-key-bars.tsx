import { useQuery } from '@tanstack/react-query'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { useWorkspace } from '../../frame/workspace.js'
import { formatAmount } from './format-amount.js'
import { reportSeconds } from './insight-rules.js'
import type { TimeRange } from './time-range.js'

const shownMost = 10
const refreshMs = 60_000

export interface HotKeyBarsProps {
  readonly rule: string
  readonly range: TimeRange
}

export function HotKeyBars({ rule, range }: HotKeyBarsProps) {
  const { data, error, refetch } = useReport(rule, range)
  if (error !== null) return <FaultNotice error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} />
  const { Contributors = [], AggregateValue = 0, KeyLabels = [] } = data
  if (Contributors.length === 0) {
    return <p className="hot-keys-empty">No key was counted in this time.</p>
  }
  const [{ ApproximateAggregateValue: highest }] = Contributors as [(typeof Contributors)[0]]
  return (
    <>
      <table className="hot-keys">
        <thead>
          <tr>
            <th scope="col">{KeyLabels.join(', ')}</th>
            <th scope="col" className="hot-keys-share">
              Share
            </th>
            <th scope="col" className="hot-keys-number">
              Count
            </th>
          </tr>
        </thead>
        <tbody>
          {Contributors.map(({ Keys, ApproximateAggregateValue: value }) => (
            <tr key={Keys.join('\n')}>
              <td className="hot-keys-key">{Keys.join(' / ')}</td>
              <td>
                <span className="hot-keys-bar" style={{ width: `${(value / highest) * 100}%` }} />
                {formatAmount((value / AggregateValue) * 100)} %
              </td>
              <td className="hot-keys-number">{formatAmount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {range.seconds > reportSeconds(range.seconds) && (
        <p className="hot-keys-note">Of the last 24 hours, for which counts are kept.</p>
      )}
    </>
  )
}

function useReport(rule: string, { seconds }: TimeRange) {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'hot keys', rule, seconds],
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => {
      const end = Math.ceil(Date.now() / 60_000) * 60
      const input = {
        RuleName: rule,
        StartTime: end - reportSeconds(seconds),
        EndTime: end,
        Period: 60,
        MaxContributorCount: shownMost,
      }
      return client.call('cloudwatch', 'GetInsightRuleReport', input, { signal })
    },
  })
}
