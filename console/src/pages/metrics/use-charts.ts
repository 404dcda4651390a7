import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MetricDataResult } from '../../api/generated/cloudwatch-types.js'
import type { Client } from '../../api/client.js'
import { useWorkspace } from '../../frame/workspace.js'
import { chartPlans, chartsOf, queriesFor } from './chart-plans.js'
import type { LatencyStat, Subject } from './chart-plans.js'
import { spanOf, type TimeRange, type TimeSpan } from './time-range.js'

/** Points are made once a minute. */
const refreshMs = 60_000

export function useCharts(subject: Subject, range: TimeRange, stat: LatencyStat) {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'metrics', subject, range.name, stat],
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const span = spanOf(range, Date.now())
      const plans = chartPlans(subject, stat)
      const queries = queriesFor(plans, subject, span)
      const results = await allResults(client, { queries, span, signal })
      return chartsOf(plans, results, span)
    },
  })
}

interface Asked {
  readonly queries: ReturnType<typeof queriesFor>
  readonly span: TimeSpan
  readonly signal: AbortSignal
}

/** Paged to the end. */
async function allResults(
  client: Client,
  { queries, span, signal }: Asked,
): Promise<readonly MetricDataResult[]> {
  const results: MetricDataResult[] = []
  let next: string | undefined
  do {
    const input = {
      MetricDataQueries: queries,
      StartTime: span.start,
      EndTime: span.end,
      ScanBy: 'TimestampAscending' as const,
      ...(next !== undefined && { NextToken: next }),
    }
    const page = await client.call('cloudwatch', 'GetMetricData', input, { signal })
    results.push(...(page.MetricDataResults ?? []))
    next = page.NextToken
  } while (next !== undefined)
  return results
}
