/** Contributor Insights: turning it on and off, its rules, and the reports that CloudWatch gives of them. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CloudWatchClient, GetInsightRuleReportCommand } from '@aws-sdk/client-cloudwatch'
import {
  contributorsDefault,
  contributorsMax,
  reportPeriodsMax,
} from '../../../../src/insights/limits.js'
import { connect, testCredentials, type Json } from '../../../support/client.js'
import { composite, indexed, partitionOnly, provisioned } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect()
const { url } = client
const ask = (operation: string, body: Json) => client.ask(operation, body)
const call = (operation: string, body: Json) => client.call(operation, body)
const createTable = (shape: Json) => client.createTable(shape)
const cloudwatch = new CloudWatchClient({
  endpoint: url,
  region: testCredentials.region,
  credentials: testCredentials,
})
after(() => cloudwatch.destroy())

type Change = readonly [action: 'ENABLE' | 'DISABLE', mode?: string, IndexName?: string]

const change = (TableName: string, [action, mode, IndexName]: Change) =>
  ask('UpdateContributorInsights', {
    TableName,
    ContributorInsightsAction: action,
    ...(mode !== undefined && { ContributorInsightsMode: mode }),
    ...(IndexName !== undefined && { IndexName }),
  })

const describeInsights = (TableName: string, IndexName?: string) =>
  ask('DescribeContributorInsights', { TableName, ...(IndexName && { IndexName }) })

async function settled(TableName: string, status: string, IndexName?: string): Promise<Json> {
  await until(
    async () =>
      (await describeInsights(TableName, IndexName))['ContributorInsightsStatus'] === status,
    () => `${TableName} did not become ${status}`,
  )
  return describeInsights(TableName, IndexName)
}

const rulesOf = (described: Json) =>
  (described['ContributorInsightsRuleList'] as readonly string[]).map((name) =>
    name.replace(/-\d+$/, '-<ms>'),
  )

describe('UpdateContributorInsights', () => {
  it('counts keys of both kinds unless it is told otherwise, and shows the last mode when off', async () => {
    const TableName = await createTable(composite())
    assert.deepEqual(await describeInsights(TableName), {
      TableName,
      ContributorInsightsStatus: 'DISABLED',
    })
    const mode = { ContributorInsightsMode: 'ACCESSED_AND_THROTTLED_KEYS' }
    const begun = await change(TableName, ['ENABLE'])
    assert.match(String(begun['ContributorInsightsStatus']), /^ENABL(ING|ED)$/)
    assert.equal(begun['ContributorInsightsMode'], mode.ContributorInsightsMode)
    const on = await settled(TableName, 'ENABLED')
    assert.deepEqual(
      rulesOf(on),
      ['PKC', 'SKC', 'PKT', 'SKT'].map(
        (kind) => `DynamoDBContributorInsights-${kind}-${TableName}-<ms>`,
      ),
    )
    assert.deepEqual(await change(TableName, ['ENABLE']), {
      TableName,
      ContributorInsightsStatus: 'ENABLED',
      ...mode,
    })
    await change(TableName, ['DISABLE', 'THROTTLED_KEYS'])
    const { LastUpdateDateTime, ...off } = await settled(TableName, 'DISABLED')
    assert.equal(typeof LastUpdateDateTime, 'number')
    assert.deepEqual(off, { TableName, ContributorInsightsStatus: 'DISABLED', ...mode })
  })

  it('keeps the rules of throttled keys when the mode changes, and reverts without a mode', async () => {
    const TableName = await createTable(partitionOnly())
    await change(TableName, ['ENABLE', 'THROTTLED_KEYS'])
    const first = await settled(TableName, 'ENABLED')
    assert.deepEqual(rulesOf(first), [`DynamoDBContributorInsights-PKT-${TableName}-<ms>`])
    await change(TableName, ['ENABLE'])
    const both = await settled(TableName, 'ENABLED')
    assert.equal(both['ContributorInsightsMode'], 'ACCESSED_AND_THROTTLED_KEYS')
    const names = both['ContributorInsightsRuleList'] as readonly string[]
    assert.equal(names.length, 2)
    assert.deepEqual([names[1]], first['ContributorInsightsRuleList'])
  })

  it('knows global indexes and nothing else', async () => {
    const TableName = await createTable(indexed)
    await change(TableName, ['ENABLE', undefined, 'by-global'])
    const described = await settled(TableName, 'ENABLED', 'by-global')
    assert.equal(described['IndexName'], 'by-global')
    assert.deepEqual(rulesOf(described), [
      `DynamoDBContributorInsights-PKC-${TableName}-by-global-<ms>`,
      `DynamoDBContributorInsights-PKT-${TableName}-by-global-<ms>`,
    ])
    for (const IndexName of ['by-local', 'by-nothing']) {
      const { type, message } = await call('DescribeContributorInsights', { TableName, IndexName })
      assert.equal(type, 'ResourceNotFoundException')
      const sentence = `Index: ${IndexName} not found for table: ${TableName}`
      assert.equal(message, `Requested resource not found: ${sentence}`)
    }
    const { message } = await call('UpdateContributorInsights', {
      TableName: 'nowhere',
      ContributorInsightsAction: 'ENABLE',
    })
    assert.equal(message, 'Requested resource not found: Table: nowhere not found')
  })
})

describe('ListContributorInsights', () => {
  it('lists what is on, a table before its indexes, in pages', async () => {
    const TableName = await createTable(indexed)
    await change(TableName, ['ENABLE', 'THROTTLED_KEYS', 'by-global'])
    await change(TableName, ['ENABLE'])
    await settled(TableName, 'ENABLED')
    const listed: unknown[] = []
    let NextToken: unknown
    do {
      const page = await ask('ListContributorInsights', {
        TableName,
        MaxResults: 1,
        ...(NextToken !== undefined && { NextToken }),
      })
      listed.push(...(page['ContributorInsightsSummaries'] as unknown[]))
      NextToken = page['NextToken']
    } while (NextToken !== undefined)
    assert.deepEqual(
      listed.map((each) => (each as Json)['IndexName']),
      [undefined, 'by-global'],
    )
    await change(TableName, ['DISABLE'])
    await settled(TableName, 'DISABLED')
    const rest = await ask('ListContributorInsights', { TableName })
    assert.deepEqual(rest['ContributorInsightsSummaries'], [
      {
        TableName,
        IndexName: 'by-global',
        ContributorInsightsStatus: 'ENABLED',
        ContributorInsightsMode: 'THROTTLED_KEYS',
      },
    ])
  })

  it('does not know a table that is not there', async () => {
    const { type } = await call('ListContributorInsights', { TableName: 'nowhere' })
    assert.equal(type, 'ResourceNotFoundException')
  })
})

describe('GetInsightRuleReport', () => {
  const nowSeconds = () => Date.now() / 1000
  const report = (RuleName: string, more = {}) =>
    cloudwatch.send(
      new GetInsightRuleReportCommand({
        RuleName,
        StartTime: new Date((nowSeconds() - 600) * 1000),
        EndTime: new Date((nowSeconds() + 120) * 1000),
        Period: 3600,
        Metrics: ['UniqueContributors', 'MaxContributorValue'],
        ...more,
      }),
    )

  it('shows the keys that were used most, a write as three reads', async () => {
    const TableName = await createTable(indexed)
    await change(TableName, ['ENABLE'])
    await change(TableName, ['ENABLE', undefined, 'by-global'])
    const key = (sk: string) => ({ pk: { S: 'p' }, sk: { S: sk } })
    await ask('PutItem', { TableName, Item: { ...key('1'), global: { S: 'g' } } })
    for (let i = 0; i < 4; i++) {
      await ask('GetItem', { TableName, Key: key('2'), ConsistentRead: true })
    }
    await ask('Query', {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'q' } },
    })
    await ask('ExecuteStatement', { Statement: `SELECT * FROM "${TableName}" WHERE pk = 'x'` })
    const [partitions, keys] = (await settled(TableName, 'ENABLED'))[
      'ContributorInsightsRuleList'
    ] as readonly string[]
    const byPartition = await report(partitions!)
    assert.deepEqual(byPartition.KeyLabels, ['pk'])
    assert.deepEqual(
      byPartition.Contributors!.map(({ Keys, ApproximateAggregateValue }) => [
        ...Keys!,
        ApproximateAggregateValue,
      ]),
      [
        ['p', 7],
        ['q', 1],
      ],
    )
    assert.equal(byPartition.ApproximateUniqueCount, 2)
    const byKey = await report(keys!, { MaxContributorCount: 1 })
    assert.deepEqual(byKey.KeyLabels, ['pk', 'sk'])
    assert.deepEqual(
      byKey.Contributors!.map(({ Keys }) => Keys),
      [['p', '2']],
    )
    const ofIndex = await settled(TableName, 'ENABLED', 'by-global')
    const [indexRule] = ofIndex['ContributorInsightsRuleList'] as readonly string[]
    const { Contributors, KeyLabels } = await report(indexRule!)
    assert.deepEqual(KeyLabels, ['global'])
    assert.deepEqual(
      Contributors!.map(({ Keys, ApproximateAggregateValue }) => [
        ...Keys!,
        ApproximateAggregateValue,
      ]),
      [['g', 3]],
    )
  })

  it('shows the keys that had to wait', async () => {
    const TableName = await createTable({
      ...partitionOnly(),
      BillingMode: 'PROVISIONED',
      ...provisioned(1, 1),
      Tags: [{ Key: 'gramme:throttle', Value: 'on' }],
    })
    await change(TableName, ['ENABLE', 'THROTTLED_KEYS'])
    const { ContributorInsightsRuleList } = await settled(TableName, 'ENABLED')
    const [rule] = ContributorInsightsRuleList as readonly string[]
    const Item = { pk: { S: 'hot' }, filler: { S: 'x'.repeat(399_000) } }
    await until(
      async () => (await call('PutItem', { TableName, Item })).type !== undefined,
      () => 'no write had to wait',
    )
    const { Contributors } = await report(rule!)
    assert.deepEqual(
      Contributors!.map(({ Keys }) => Keys),
      [['hot']],
    )
  })

  it('has a point for each period without traffic', async () => {
    const TableName = await createTable(partitionOnly())
    await change(TableName, ['ENABLE'])
    const { ContributorInsightsRuleList } = await settled(TableName, 'ENABLED')
    const [rule] = ContributorInsightsRuleList as readonly string[]
    const empty = await report(rule!)
    assert.deepEqual(empty.Contributors, [])
    assert.equal(empty.AggregateValue, 0)
    for (const { UniqueContributors } of empty.MetricDatapoints!) {
      assert.equal(UniqueContributors, 0)
    }
  })

  it('has up to 1,440 periods and 25 contributors', async () => {
    const TableName = await createTable(partitionOnly())
    await change(TableName, ['ENABLE'])
    const { ContributorInsightsRuleList } = await settled(TableName, 'ENABLED')
    const [rule] = ContributorInsightsRuleList as readonly string[]
    const keys = Array.from({ length: contributorsMax + 1 }, (_, i) => `k${i}`)
    for (const pk of keys) await ask('PutItem', { TableName, Item: { pk: { S: pk } } })
    const startMs = (Math.floor(nowSeconds() / 60) - 600) * 60_000
    const asked = { StartTime: new Date(startMs), Period: 60, MaxContributorCount: contributorsMax }
    const until = (periods: number) => ({ EndTime: new Date(startMs + periods * 60_000) })
    const longest = await report(rule!, { ...asked, ...until(reportPeriodsMax) })
    assert.equal(longest.MetricDatapoints!.length, reportPeriodsMax)
    assert.equal(longest.Contributors!.length, contributorsMax)
    assert.equal(longest.ApproximateUniqueCount, contributorsMax + 1)
    assert.equal((await report(rule!)).Contributors!.length, contributorsDefault)
    await assert.rejects(report(rule!, { ...asked, ...until(reportPeriodsMax + 1) }), {
      name: 'InvalidParameterCombinationException',
    })
  })

  it('refuses what it cannot show', async () => {
    const rule = 'DynamoDBContributorInsights-PKC-nothing-1'
    await assert.rejects(report(rule), { name: 'ResourceNotFoundException' })
    await assert.rejects(report(rule, { MaxContributorCount: 26 }), {
      name: 'InvalidParameterValueException',
    })
    await assert.rejects(report(rule, { Period: 90 }), { name: 'InvalidParameterValueException' })
  })
})
