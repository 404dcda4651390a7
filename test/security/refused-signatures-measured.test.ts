/** AWS: a wrong signature is a user error of the account whose key it names. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { rootKey, startIamServer } from '../support/iam-server.js'
import { until } from '../support/until.js'

const server = await startIamServer()
after(() => server.stop())

async function userErrors(region: string): Promise<number> {
  const client = new CloudWatchClient({ endpoint: server.url, region, credentials: rootKey })
  const nowMs = Date.now()
  const asked = new GetMetricStatisticsCommand({
    Namespace: 'AWS/DynamoDB',
    MetricName: 'UserErrors',
    StartTime: new Date(nowMs - 600_000),
    EndTime: new Date(nowMs + 60_000),
    Period: 60,
    Statistics: ['Sum'],
  })
  try {
    const { Datapoints = [] } = await client.send(asked)
    return Datapoints.reduce((sum, { Sum = 0 }) => sum + Sum, 0)
  } finally {
    client.destroy()
  }
}

async function listTables(region: string, accessKeyId: string): Promise<string> {
  const credentials = { accessKeyId, secretAccessKey: 'not the secret of this key' }
  const client = new DynamoDBClient({ endpoint: server.url, region, credentials, maxAttempts: 1 })
  try {
    await client.send(new ListTablesCommand({}))
    return 'accepted'
  } catch (error) {
    return (error as Error).name
  } finally {
    client.destroy()
  }
}

it('a refused signature of a known key counts in UserErrors of its region', async () => {
  assert.equal(await listTables('eu-west-1', rootKey.accessKeyId), 'InvalidSignatureException')
  await until(
    async () => (await userErrors('eu-west-1')) === 1,
    () => 'it was not counted',
  )
  assert.equal(await userErrors('us-east-1'), 0)
})

it('a key that nobody has counts nowhere', async () => {
  assert.equal(await listTables('us-west-2', 'AKIAGRAMMETESTNOBODY'), 'UnrecognizedClientException')
  assert.equal(await listTables('us-west-2', rootKey.accessKeyId), 'InvalidSignatureException')
  await until(
    async () => (await userErrors('us-west-2')) === 1,
    () => 'the one of a known key was not counted alone',
  )
})
