/** AWS CLI commands of CloudWatch. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface MetricData {
  readonly MetricDataResults?: readonly {
    readonly Label: string
    readonly Values: readonly number[]
  }[]
}

const start = '2026-11-16T12:00:00Z'
const end = '2026-11-16T12:10:00Z'

export async function testCloudwatch(cli: Cli, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('cloudwatch list-metrics', () => listsMetrics(cli))
  await check('cloudwatch get-metric-data', () => computes(cli))
  await check('cloudwatch get-metric-statistics, refused', () => refuses(cli))
}

async function listsMetrics(cli: Cli): Promise<void> {
  assert.deepEqual(await cli('cloudwatch', 'list-metrics', '--namespace', 'Nothing'), {
    Metrics: [],
  })
}

async function computes(cli: Cli): Promise<void> {
  const queries = JSON.stringify([{ Id: 'e1', Expression: 'TIME_SERIES(6) * 7', Period: 300 }])
  const range = ['--start-time', start, '--end-time', end]
  const found = await cli(
    'cloudwatch',
    'get-metric-data',
    '--metric-data-queries',
    queries,
    ...range,
  )
  const { MetricDataResults = [] } = found as MetricData
  assert.deepEqual(MetricDataResults[0]?.Values, [42, 42])
}

async function refuses(cli: Cli): Promise<void> {
  const metric = ['--namespace', 'AWS/DynamoDB', '--metric-name', 'UserErrors']
  const range = ['--start-time', end, '--end-time', start, '--period', '60']
  await assert.rejects(
    cli('cloudwatch', 'get-metric-statistics', ...metric, ...range, '--statistics', 'Sum'),
    /\(InvalidParameterValue\).*StartTime must be less than the parameter EndTime/,
  )
}
