/** Whether regions and accounts are kept apart, for every service and every way to name a table. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Gramme } from './gramme-interface.js'
import { createGramme } from './gramme.js'

interface Sender {
  readonly key: string
  readonly region: string
}

const home = { key: 'local', region: 'us-east-1' }
const away = { key: '123456789012', region: 'eu-west-1' }
const keyless = { key: '', region: 'local' }
const homeArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders'
const awayArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders'

type Output = Readonly<Record<string, unknown>>

/** The targets of services with another prefix than DynamoDB's. */
const otherTargets: Readonly<Record<string, readonly [string, string]>> = {
  ListStreams: ['DynamoDBStreams_20120810', 'dynamodb'],
  DescribeStream: ['DynamoDBStreams_20120810', 'dynamodb'],
  GetShardIterator: ['DynamoDBStreams_20120810', 'dynamodb'],
  GetRecords: ['DynamoDBStreams_20120810', 'dynamodb'],
  GetResources: ['ResourceGroupsTaggingAPI_20170126', 'tagging'],
}

function callerOn(gramme: () => Gramme) {
  return async ({ key, region }: Sender, operation: string, input: object): Promise<Output> => {
    const [prefix, service] = otherTargets[operation] ?? ['DynamoDB_20120810', 'dynamodb']
    const answer = await gramme().fetch('http://localhost/', {
      method: 'POST',
      headers: {
        'content-type': `application/x-amz-json-1.${service === 'tagging' ? 1 : 0}`,
        'x-amz-target': `${prefix}.${operation}`,
        'x-amz-date': '20260101T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=beef`,
      },
      body: JSON.stringify(input),
    })
    return (await answer.json()) as Output
  }
}

const newTable = {
  TableName: 'orders',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  Tags: [{ Key: 'stage', Value: 'test' }],
}

describe('with shared regions', () => {
  let gramme: Gramme
  const call = callerOn(() => gramme)
  before(async () => {
    gramme = createGramme({ inMemory: true, sharedRegions: true })
    await gramme.start({ listen: false })
    const { TableDescription } = await call(away, 'CreateTable', newTable)
    assert.equal((TableDescription as Output)['TableArn'], homeArn)
  })
  after(() => gramme.stop())

  for (const sender of [home, away, keyless]) {
    describe(`${sender.key || 'no key'} in ${sender.region}`, () => {
      it('sees the table', async () => {
        assert.deepEqual(await call(sender, 'ListTables', {}), { TableNames: ['orders'] })
        const again = await call(sender, 'CreateTable', newTable)
        assert.match(String(again['__type']), /ResourceInUseException/)
      })

      it('reads and writes it by its name and by any ARN', async () => {
        for (const TableName of ['orders', homeArn, awayArn]) {
          const Item = { pk: { S: `${sender.region} ${TableName}` } }
          assert.deepEqual(await call(sender, 'PutItem', { TableName, Item }), {})
          assert.deepEqual(await call(home, 'GetItem', { TableName: 'orders', Key: Item }), {
            Item,
          })
          const described = await call(sender, 'DescribeTable', { TableName })
          assert.equal((described['Table'] as Output)['TableArn'], homeArn)
        }
      })

      it('finds its tags', async () => {
        const { Tags } = newTable
        for (const ResourceArn of [homeArn, awayArn]) {
          assert.deepEqual(await call(sender, 'ListTagsOfResource', { ResourceArn }), { Tags })
          const found = await call(sender, 'GetResources', { ResourceARNList: [ResourceArn] })
          assert.deepEqual(found['ResourceTagMappingList'], [{ ResourceARN: homeArn, Tags }])
        }
      })

      it('reads its stream', async () => {
        const { Streams } = await call(sender, 'ListStreams', {})
        const arn = String((Streams as Output[])[0]!['StreamArn'])
        assert.ok(arn.startsWith(`${homeArn}/stream/`))
        for (const StreamArn of [arn, arn.replace(homeArn, awayArn)]) {
          const { StreamDescription } = await call(sender, 'DescribeStream', { StreamArn })
          assert.equal((StreamDescription as Output)['StreamArn'], arn)
          const [shard] = (StreamDescription as { Shards: Output[] }).Shards
          const position = { ShardId: shard!['ShardId'], ShardIteratorType: 'TRIM_HORIZON' }
          const at = await call(sender, 'GetShardIterator', { StreamArn, ...position })
          const page = await call(sender, 'GetRecords', { ShardIterator: at['ShardIterator'] })
          assert.ok(Array.isArray(page['Records']), JSON.stringify(page))
        }
      })
    })
  }
})

describe('without shared regions', () => {
  it('each region and account has its own tables', async () => {
    await using gramme = createGramme({ inMemory: true })
    await gramme.start({ listen: false })
    const call = callerOn(() => gramme)
    await call(away, 'CreateTable', newTable)
    assert.deepEqual(await call(home, 'ListTables', {}), { TableNames: [] })
    assert.deepEqual(await call({ ...away, region: 'x' }, 'ListTables', {}), { TableNames: [] })
    assert.deepEqual(await call({ ...away, key: 'k' }, 'ListTables', {}), { TableNames: [] })
    assert.deepEqual(await call(away, 'ListTables', {}), { TableNames: ['orders'] })
    const missing = await call(home, 'DescribeTable', { TableName: homeArn })
    assert.match(String(missing['__type']), /ResourceNotFoundException/)
    const foreign = await call(home, 'DescribeTable', { TableName: awayArn })
    assert.match(String(foreign['__type']), /ValidationException/)
  })
})
