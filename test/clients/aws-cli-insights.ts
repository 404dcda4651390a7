/** AWS CLI commands of Contributor Insights. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface Described {
  readonly ContributorInsightsStatus?: string
  readonly ContributorInsightsRuleList?: readonly string[]
}

interface Report {
  readonly KeyLabels: readonly string[]
  readonly Contributors: readonly { readonly Keys: readonly string[] }[]
}

const table = ['--table-name', 'CliWatched']
const attempts = 60
const pauseMs = 1_000

/** `cli` takes the service as its first argument. */
export async function testInsights(cli: Cli, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('dynamodb update-contributor-insights', () => turnsOn(cli))
  await check('cloudwatch get-insight-rule-report', () => reports(cli))
}

async function turnsOn(cli: Cli): Promise<void> {
  const key = ['--key-schema', 'AttributeName=id,KeyType=HASH']
  const types = ['--attribute-definitions', 'AttributeName=id,AttributeType=S']
  const billing = ['--billing-mode', 'PAY_PER_REQUEST']
  await cli('dynamodb', 'create-table', ...table, ...key, ...types, ...billing)
  await cli('dynamodb', 'wait', 'table-exists', ...table)
  const action = ['--contributor-insights-action', 'ENABLE']
  await cli('dynamodb', 'update-contributor-insights', ...table, ...action)
  assert.equal((await ruleNames(cli)).length, 2)
}

async function reports(cli: Cli): Promise<void> {
  const [rule] = await ruleNames(cli)
  await cli('dynamodb', 'put-item', ...table, '--item', JSON.stringify({ id: { S: 'a' } }))
  const minuteMs = 60_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const span = ['--start-time', at(-10 * minuteMs), '--end-time', at(2 * minuteMs)]
  const asked = ['--rule-name', rule!, ...span, '--period', '60']
  const report = (await cli('cloudwatch', 'get-insight-rule-report', ...asked)) as Report
  assert.deepEqual(report.KeyLabels, ['id'])
  assert.deepEqual(
    report.Contributors.map(({ Keys }) => Keys),
    [['a']],
  )
  await cli('dynamodb', 'delete-table', ...table)
}

async function ruleNames(cli: Cli): Promise<readonly string[]> {
  for (let i = 0; i < attempts; i++) {
    const found = (await cli('dynamodb', 'describe-contributor-insights', ...table)) as Described
    if (found.ContributorInsightsStatus === 'ENABLED') return found.ContributorInsightsRuleList!
    await pause(pauseMs)
  }
  throw new Error('Contributor Insights did not become ENABLED')
}
