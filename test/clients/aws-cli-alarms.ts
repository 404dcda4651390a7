/** AWS CLI commands for alarms of CloudWatch. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface Described {
  readonly MetricAlarms?: readonly { readonly AlarmName: string; readonly StateValue: string }[]
}

/** `cli` takes the service as its first argument. */
export async function testAlarms(cli: Cli, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('cloudwatch put-metric-alarm', () => putsAlarm(cli))
  await check('cloudwatch set-alarm-state', () => setsState(cli))
  await check('cloudwatch delete-alarms', () => deletesAlarm(cli))
}

async function putsAlarm(cli: Cli): Promise<void> {
  const metric = [
    '--namespace',
    'AWS/DynamoDB',
    '--metric-name',
    'UserErrors',
    '--statistic',
    'Sum',
  ]
  const periods = ['--period', '60', '--evaluation-periods', '1']
  const rule = ['--threshold', '0.5', '--comparison-operator', 'GreaterThanThreshold']
  await cli('cloudwatch', 'put-metric-alarm', '--alarm-name', 'cli', ...metric, ...periods, ...rule)
  assert.deepEqual(await stateOf(cli), 'INSUFFICIENT_DATA')
}

async function setsState(cli: Cli): Promise<void> {
  const state = ['--state-value', 'ALARM', '--state-reason', 'a test']
  await cli('cloudwatch', 'set-alarm-state', '--alarm-name', 'cli', ...state)
  assert.equal(await stateOf(cli), 'ALARM')
}

async function deletesAlarm(cli: Cli): Promise<void> {
  await cli('cloudwatch', 'delete-alarms', '--alarm-names', 'cli')
  assert.equal(await stateOf(cli), undefined)
}

async function stateOf(cli: Cli): Promise<string | undefined> {
  const { MetricAlarms } = (await cli('cloudwatch', 'describe-alarms')) as Described
  return MetricAlarms?.find(({ AlarmName }) => AlarmName === 'cli')?.StateValue
}
