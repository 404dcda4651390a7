/** Requests as the console prints them in Go, built with the SDK and run against a server. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
} from '@aws-sdk/client-dynamodb'
import { goCode } from '../../console/src/code/go-code.js'
import type { CodeRequest } from '../../console/src/code/request.js'
import { connectSnippets } from '../../console/src/pages/first-run/connect-snippets.js'
import { clientCredentials, clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

const run = promisify(execFile)
const region = 'eu-central-1'
const table = 'PrintedGo'
/** The SDK that the programs of `test:sdks` use. Seen from `dist/test/clients/`. */
const sdk = fileURLToPath(new URL('../../../test/sdks/go/', import.meta.url))
const buildDurationMsMax = 10 * 60_000

const item = {
  pk: { S: 'it\'s "quoted" \\ `x` %s ä😀' },
  n: { N: '12345678901234567890123456789012345678' },
  b: { B: 'AAEC' },
  v: { L: [{ N: '1' }, { N: '0.5' }] },
  l: { L: [{ BOOL: false }, { NULL: true }, { S: '' }] },
  m: { M: { ss: { SS: ['a', 'b'] }, ns: { NS: ['1', '2.5'] }, bs: { BS: ['AA=='] } } },
} as const
const names = { '#n': 'n', '#pk': 'pk' }
const values = { ':n': item.n, ':pk': item.pk, ':b': item.b }

const requests: readonly CodeRequest[] = [
  { operation: 'PutItem', input: { TableName: table, Item: item } },
  {
    operation: 'Query',
    input: {
      TableName: table,
      KeyConditionExpression: '#pk = :pk',
      FilterExpression: '#n = :n AND b = :b',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ScanIndexForward: false,
      Limit: 10,
      ReturnConsumedCapacity: 'TOTAL',
    },
  },
  { operation: 'Scan', input: { TableName: table, ConsistentRead: true } },
  { operation: 'GetItem', input: { TableName: table, Key: { pk: item.pk } } },
  {
    operation: 'SearchVectors',
    input: { TableName: table, IndexName: 'near', SearchVector: item.v.L, TopK: 3 },
  },
  {
    operation: 'UpdateItem',
    input: {
      TableName: table,
      Key: { pk: item.pk },
      UpdateExpression: 'SET #n = :two',
      ConditionExpression: '#n = :n',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':n': item.n, ':two': { N: '2' } },
    },
  },
]

export async function testPrintedGo(target: ClientTarget, tally: Tally): Promise<void> {
  const folder = join(target.folder, 'printed-go')
  const env = { ...(await clientEnvironment(target)), GOFLAGS: '-mod=mod' }
  await tally.check('go: printed requests build with the SDK, and do what they say', async () => {
    await writeModule(folder, target.url)
    const options = { cwd: folder, env, timeout: buildDurationMsMax, maxBuffer: 1 << 26 }
    await run('go', ['build', '-o', 'bin/', './...'], options)
    await runAll(folder, target.url, env)
  })
}

async function writeModule(folder: string, endpoint: string): Promise<void> {
  for (const [i, request] of requests.entries()) {
    const place = join(folder, `request${i}`)
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'main.go'), goCode(request, { endpoint, region }))
  }
  await mkdir(join(folder, 'connect'))
  await writeFile(join(folder, 'connect/main.go'), connectingProgram(endpoint))
  for (const file of ['go.mod', 'go.sum']) await cp(join(sdk, file), join(folder, file))
}

/** What the first page shows is a part of a program. */
function connectingProgram(endpoint: string): string {
  const snippet = connectSnippets({ endpoint, region, auth: 'open' }).find(
    ({ name }) => name === 'Go',
  )!
  return `package main

import (
	"context"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func connect(ctx context.Context) error {
${snippet.text}
	_ = client
	return nil
}

func main() { _ = connect(context.Background()) }
`
}

async function runAll(folder: string, url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const client = new DynamoDBClient({ endpoint: url, region, credentials: clientCredentials })
  const Key = { pk: item.pk }
  const read = async () => (await client.send(new GetItemCommand({ TableName: table, Key }))).Item
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        VectorIndexes: [
          {
            IndexName: 'near',
            VectorAttribute: { AttributeName: 'v' },
            Dimensions: 2,
            DistanceFunction: 'COSINE',
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    )
    for (const [i, { operation }] of requests.entries()) {
      await run(join(folder, `bin/request${i}`), [], { env })
      if (operation === 'PutItem') {
        const { b, m, ...rest } = (await read())!
        const { b: itemB, m: itemM, ...itemRest } = item
        assert.deepEqual(rest, itemRest)
        assert.equal(Buffer.from(b!.B!).toString('base64'), itemB.B)
        assert.deepEqual(m!.M!['ns'], itemM.M.ns)
      }
    }
    assert.deepEqual((await read())!['n'], { N: '2' })
    await client.send(new DeleteTableCommand({ TableName: table }))
  } finally {
    client.destroy()
  }
}
