/** AWS CLI commands of Application Auto Scaling. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

const name = 'CliScaled'
const target = [
  ...['--service-namespace', 'dynamodb', '--resource-id', `table/${name}`],
  ...['--scalable-dimension', 'dynamodb:table:ReadCapacityUnits'],
]

export async function testAutoscaling(cli: Cli, tally: Tally): Promise<void> {
  const scaling: Cli = (...args) => cli('application-autoscaling', ...args)
  await tally.check('aws-cli: application-autoscaling', async () => {
    await makeTable(cli)
    await scaling('register-scalable-target', ...target, ...bounds(1, 10))
    await scaling('put-scaling-policy', ...target, ...policy)
    const action = ['--scheduled-action-name', 'nightly', '--schedule', 'cron(0 3 * * ? *)']
    const nightly = ['--scalable-target-action', 'MinCapacity=1,MaxCapacity=5']
    await scaling('put-scheduled-action', ...target, ...action, ...nightly)
    await showsAll(scaling)
    await scaling('deregister-scalable-target', ...target)
    await cli('dynamodb', 'delete-table', '--table-name', name)
  })
}

function bounds(min: number, max: number): readonly string[] {
  return ['--min-capacity', String(min), '--max-capacity', String(max)]
}

const metric =
  'PredefinedMetricSpecification={PredefinedMetricType=DynamoDBReadCapacityUtilization}'
const policy = [
  ...['--policy-name', 'track', '--policy-type', 'TargetTrackingScaling'],
  ...['--target-tracking-scaling-policy-configuration', `TargetValue=70,${metric}`],
]

async function makeTable(cli: Cli): Promise<void> {
  await cli(
    ...['dynamodb', 'create-table', '--table-name', name],
    ...['--key-schema', 'AttributeName=id,KeyType=HASH'],
    ...['--attribute-definitions', 'AttributeName=id,AttributeType=S'],
    ...['--provisioned-throughput', 'ReadCapacityUnits=1,WriteCapacityUnits=1'],
  )
  await cli('dynamodb', 'wait', 'table-exists', '--table-name', name)
}

interface Described {
  readonly ScalableTargets?: readonly { readonly MaxCapacity: number }[]
  readonly ScalingPolicies?: readonly { readonly Alarms: readonly unknown[] }[]
  readonly ScheduledActions?: readonly { readonly Schedule: string }[]
}

async function showsAll(scaling: Cli): Promise<void> {
  const describe = async (what: string, ids: string) => {
    const filter = ['--service-namespace', 'dynamodb', ids, `table/${name}`]
    return (await scaling(`describe-${what}`, ...filter)) as Described
  }
  const { ScalableTargets } = await describe('scalable-targets', '--resource-ids')
  assert.equal(ScalableTargets?.[0]?.MaxCapacity, 10)
  const { ScalingPolicies } = await describe('scaling-policies', '--resource-id')
  assert.equal(ScalingPolicies?.[0]?.Alarms.length, 4)
  const { ScheduledActions } = await describe('scheduled-actions', '--resource-id')
  assert.equal(ScheduledActions?.[0]?.Schedule, 'cron(0 3 * * ? *)')
}
