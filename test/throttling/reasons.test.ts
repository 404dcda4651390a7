/** Every reason to throttle that a table or index can have, as an SDK sees it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CreateTableCommand,
  GetItemCommand,
  ProvisionedThroughputExceededException,
  PutItemCommand,
  QueryCommand,
  RequestLimitExceeded,
  ThrottlingException,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb'
import { openVirtualServer, type Use, type VirtualServer } from './virtual-server.js'

const TableName = 'things'
const IndexName = 'groups'
const much = 10_000_000

type Shape = Partial<CreateTableCommandInput> & { readonly index?: object }

const units = (amount: number) => ({
  ProvisionedThroughput: { ReadCapacityUnits: amount, WriteCapacityUnits: amount },
})
const provisioned: Shape = { ...units(40_000), index: units(40_000) }
const onDemand: Shape = { BillingMode: 'PAY_PER_REQUEST' }
const maximum = { OnDemandThroughput: { MaxReadRequestUnits: 10, MaxWriteRequestUnits: 10 } }
/** Grown as far as the account's quota lets a table grow. */
const warm = { WarmThroughput: { ReadUnitsPerSecond: 40_000, WriteUnitsPerSecond: 40_000 } }

async function open({ index, ...shape }: Shape): Promise<VirtualServer> {
  const server = openVirtualServer()
  await server.sdk.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: ['pk', 'grp'].map((AttributeName) => {
        return { AttributeName, AttributeType: 'S' }
      }),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName,
          KeySchema: [{ AttributeName: 'grp', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
          ...index,
        },
      ],
      ...shape,
    }),
  )
  return server
}

type Send = (server: VirtualServer) => Promise<unknown>

const get: Send = ({ sdk }) => sdk.send(new GetItemCommand({ TableName, Key: { pk: { S: 'a' } } }))
const put: Send = ({ sdk }) => sdk.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' } } }))
const query: Send = ({ sdk }) =>
  sdk.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: 'grp = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    }),
  )

type Refusal = ProvisionedThroughputExceededException | RequestLimitExceeded | ThrottlingException

function reasonsOf(error: Refusal) {
  return error instanceof ThrottlingException ? error.throttlingReasons : error.ThrottlingReasons
}

function check(
  shape: Shape,
  use: Use,
  reason: string,
  type: new (...args: never[]) => Refusal,
): void {
  it(`${reason}: ${type.name}`, async () => {
    const server = await open(shape)
    const send = use.kind === 'write' ? put : use.indexName === undefined ? get : query
    await send(server)
    await server.spend(TableName, use)
    const error: unknown = await send(server).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof type, String(error))
    const reasons = reasonsOf(error)
    const arn = `:table/${TableName}${reason.startsWith('Index') ? `/index/${IndexName}` : ''}`
    assert.equal(reasons?.length, 1)
    assert.equal(reasons[0]?.reason, reason)
    assert.ok(reasons[0].resource?.endsWith(arn), reasons[0].resource)
  })
}

describe('the reason to throttle', () => {
  const throughput = 'ProvisionedThroughputExceeded'
  for (const [kind, name] of [
    ['read', 'Read'],
    ['write', 'Write'],
  ] as const) {
    const ofTable = { kind, units: much }
    const ofIndex = { ...ofTable, indexName: IndexName }
    const exceeded = ProvisionedThroughputExceededException
    check(provisioned, { ...ofTable, units: 2 * much }, `Table${name}${throughput}`, exceeded)
    check(provisioned, { ...ofIndex, units: 2 * much }, `Index${name}${throughput}`, exceeded)
    const growing = 'KeyRangeThroughputExceeded'
    check(onDemand, ofTable, `Table${name}${growing}`, ThrottlingException)
    check(onDemand, ofIndex, `Index${name}${growing}`, ThrottlingException)
    const hot = { kind, units: 4_000, partitionKey: 'a' }
    check(provisioned, hot, `Table${name}${growing}`, exceeded)
    const configured = 'MaxOnDemandThroughputExceeded'
    check({ ...onDemand, ...maximum }, ofTable, `Table${name}${configured}`, ThrottlingException)
    const single = kind === 'read' ? ThrottlingException : exceeded
    check({ ...onDemand, index: maximum }, ofIndex, `Index${name}${configured}`, single)
    const quota = 'AccountLimitExceeded'
    check({ ...onDemand, ...warm }, ofTable, `Table${name}${quota}`, RequestLimitExceeded)
    check({ ...onDemand, index: warm }, ofIndex, `Index${name}${quota}`, RequestLimitExceeded)
  }
})
