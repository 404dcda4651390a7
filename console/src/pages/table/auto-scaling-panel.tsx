import type { Client } from '../../api/client.js'
import type { ScalableTarget, ScalingPolicy } from '../../api/generated/autoscaling-types.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { formatCount } from '../../design/format.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useTableQuestion } from '../../frame/table-questions.js'
import type { TableTabProps } from './table-tab.js'

interface ScaledUnits {
  readonly resource: string
  readonly dimension: string
  readonly target: ScalableTarget
  readonly policies: readonly ScalingPolicy[]
}

export function AutoScalingPanel({ table, description }: TableTabProps) {
  const indexes = (description.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName)
  const resources = [`table/${table}`, ...indexes.map((name) => `table/${table}/index/${name}`)]
  const { data, error } = useTableQuestion(table, 'auto-scaling', (client, signal) =>
    readTargets(client, resources, signal),
  )
  return (
    <Panel title="Auto scaling">
      {error !== null && <FaultNotice error={error} />}
      {data?.length === 0 && (
        <p className="table-note">
          No units of this table are scaled. Application Auto Scaling registers them.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <RowsTable
          caption="Scaled units"
          columns={columns}
          rows={data}
          keyOf={({ resource, dimension }) => `${resource} ${dimension}`}
        />
      )}
    </Panel>
  )
}

const columns: readonly Column<ScaledUnits>[] = [
  { name: 'resource', heading: 'Of', cell: ({ resource }) => <code>{resource}</code> },
  { name: 'dimension', heading: 'Units', cell: ({ dimension }) => dimension.split(':').at(-1) },
  {
    name: 'least',
    heading: 'Least',
    isNumber: true,
    cell: ({ target }) => formatCount(target.MinCapacity),
  },
  {
    name: 'most',
    heading: 'Most',
    isNumber: true,
    cell: ({ target }) => formatCount(target.MaxCapacity),
  },
  {
    name: 'target',
    heading: 'Target',
    cell: ({ policies }) => policies.map(policyText).join(', ') || 'no policy',
  },
]

function policyText({
  PolicyName,
  TargetTrackingScalingPolicyConfiguration: tracking,
}: ScalingPolicy): string {
  return tracking === undefined ? PolicyName : `${tracking.TargetValue} % used`
}

async function readTargets(
  client: Client,
  resources: readonly string[],
  signal: AbortSignal,
): Promise<readonly ScaledUnits[]> {
  const targets: ScalableTarget[] = []
  let NextToken: string | undefined
  do {
    const input = {
      ServiceNamespace: 'dynamodb',
      ResourceIds: resources,
      ...(NextToken !== undefined && { NextToken }),
    } as const
    const page = await client.call('autoscaling', 'DescribeScalableTargets', input, { signal })
    targets.push(...(page.ScalableTargets ?? []))
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  return Promise.all(targets.map((target) => withPolicies(client, target, signal)))
}

async function withPolicies(
  client: Client,
  target: ScalableTarget,
  signal: AbortSignal,
): Promise<ScaledUnits> {
  const { ResourceId, ScalableDimension } = target
  const input = { ServiceNamespace: 'dynamodb', ResourceId, ScalableDimension } as const
  const answer = await client.call('autoscaling', 'DescribeScalingPolicies', input, { signal })
  return {
    resource: ResourceId,
    dimension: ScalableDimension,
    target,
    policies: answer.ScalingPolicies ?? [],
  }
}
