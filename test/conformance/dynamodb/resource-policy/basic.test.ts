/** PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy with the AWS SDK, and which ARNs they take. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CreateTableCommand,
  DeleteResourcePolicyCommand,
  GetResourcePolicyCommand,
  PolicyNotFoundException,
  PutResourcePolicyCommand,
} from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const { sdk } = client
const table = await client.createTable({
  ...partitionOnly(),
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
})
const { TableArn: arn, LatestStreamArn: streamArn } = (
  (await client.ask('DescribeTable', { TableName: table })) as {
    Table: { TableArn: string; LatestStreamArn: string }
  }
).Table
const account = arn.split(':')[4]!

const policy = (Action: string, Resource: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${account}:root` }, Action, Resource },
    ],
  })
const getItem = policy('dynamodb:GetItem', arn)

describe('the policy of a table', () => {
  it('is put, read, replaced and deleted', async () => {
    const ResourceArn = arn
    const get = () => sdk.send(new GetResourcePolicyCommand({ ResourceArn }))
    await assert.rejects(get(), PolicyNotFoundException)
    const put = new PutResourcePolicyCommand({ ResourceArn, Policy: getItem })
    const { RevisionId } = await sdk.send(put)
    assert.match(RevisionId!, /^\d{13}$/)
    const read = await get()
    assert.equal(read.Policy, getItem)
    assert.equal(read.RevisionId, RevisionId)
    assert.equal((await sdk.send(put)).RevisionId, RevisionId)
    const deletion = new DeleteResourcePolicyCommand({
      ResourceArn,
      ExpectedRevisionId: RevisionId,
    })
    assert.equal((await sdk.send(deletion)).RevisionId, RevisionId)
    await assert.rejects(get(), PolicyNotFoundException)
  })

  it('can come with the table, whose description does not show it', async () => {
    const TableName = newTableName()
    const ResourcePolicy = policy('dynamodb:Query', '*')
    const shape = partitionOnly() as unknown as CreateTableCommand['input']
    const { TableDescription } = await sdk.send(
      new CreateTableCommand({ ...shape, TableName, ResourcePolicy }),
    )
    assert.ok(!JSON.stringify(TableDescription).includes('Policy'))
    await client.untilActive(TableName)
    const ResourceArn = TableDescription!.TableArn!
    const { Policy } = await sdk.send(new GetResourcePolicyCommand({ ResourceArn }))
    assert.equal(Policy, ResourcePolicy)
  })

  it('is checked when it comes with the table', async () => {
    const bad = { ...partitionOnly(), TableName: newTableName(), ResourcePolicy: '{' }
    await expectError(
      client.call('CreateTable', bad),
      'ValidationException',
      'One or more parameter values were invalid: Invalid policy document: This policy contains invalid Json',
    )
  })
})

describe('the policy of a stream', () => {
  it('is apart from that of the table', async () => {
    const ResourceArn = streamArn
    const Policy = policy('dynamodb:DescribeStream', streamArn)
    const { RevisionId } = await client.ask('PutResourcePolicy', { ResourceArn, Policy })
    assert.deepEqual(await client.ask('GetResourcePolicy', { ResourceArn }), { Policy, RevisionId })
    await expectError(
      client.call('GetResourcePolicy', { ResourceArn: arn }),
      'PolicyNotFoundException',
      `Resource-based policy not found for the provided ResourceArn: ${arn}`,
    )
    assert.deepEqual(await client.ask('DeleteResourcePolicy', { ResourceArn }), { RevisionId })
  })
})

const start = 'One or more parameter values were invalid: '
const other = (from: string, to: string) => arn.replace(from, to)
const rows = [
  ['a table by its name', table, `${start}ARNs must start with 'arn:': ${table}`],
  [
    'another account',
    other(account, '999999999999'),
    'This action is only supported by accounts that match the resource owner’s account.',
  ],
  [
    'another region',
    other(client.region, 'eu-north-1'),
    `${start}Invalid resource Arn: ${other(client.region, 'eu-north-1')}`,
  ],
  [
    'another partition',
    other('arn:aws:', 'arn:aws-cn:'),
    `${start}Invalid resource Arn: ${other('arn:aws:', 'arn:aws-cn:')}`,
  ],
  [
    'an index',
    `${arn}/index/x`,
    `${start}Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ${arn}/index/x`,
  ],
  [
    'a backup',
    `${arn}/backup/0170`,
    `${start}Provided Arn is not a DynamoDB resource arn: ${arn}/backup/0170`,
  ],
] as const
const missing = [
  [
    'a missing table',
    other(table, table.toUpperCase()),
    `Requested resource not found: Table: ${table.toUpperCase()} not found`,
  ],
  [
    'a missing stream',
    `${arn}/stream/2000-01-01T00:00:00.000`,
    `Requested resource not found: Stream: 2000-01-01T00:00:00.000 not found for Table: ${table}`,
  ],
] as const

for (const operation of ['GetResourcePolicy', 'PutResourcePolicy', 'DeleteResourcePolicy']) {
  describe(`${operation} refuses`, () => {
    const base = (ResourceArn: string): Json => {
      const Policy = ResourceArn.includes('/stream/')
        ? policy('dynamodb:GetRecords', streamArn)
        : getItem
      return operation === 'PutResourcePolicy' ? { ResourceArn, Policy } : { ResourceArn }
    }
    checkRefusals(client, operation, {}, [
      ...rows.map(([name, ResourceArn, message]) => [name, base(ResourceArn), message] as const),
      ...missing.map(
        ([name, ResourceArn, message]) =>
          [name, base(ResourceArn), message, 'ResourceNotFoundException'] as const,
      ),
      [
        'an ARN without characters',
        base(''),
        "1 validation error detected: Value '' at 'resourceArn' failed to satisfy constraint: Member must have length greater than or equal to 1",
      ],
      [
        'an ARN that is too long',
        base('a'.repeat(1284)),
        /^1 validation error detected: Value 'a+' at 'resourceArn' failed to satisfy constraint: Member must have length less than or equal to 1283$/,
      ],
    ])
  })
}

describe('PutResourcePolicy reports a fault of the document before a missing resource', () => {
  checkRefusals(client, 'PutResourcePolicy', {}, [
    [
      'a policy of the table on a stream that does not exist',
      { ResourceArn: `${arn}/stream/2000-01-01T00:00:00.000`, Policy: policy('dynamodb:*', arn) },
      `${start}Invalid policy document: The relative-id "table/${table}" is invalid for ARN "${arn}".`,
    ],
    [
      'an ExpectedRevisionId without characters',
      { ResourceArn: arn, Policy: getItem, ExpectedRevisionId: '' },
      "1 validation error detected: Value '' at 'expectedRevisionId' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
  ])
})
