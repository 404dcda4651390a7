/**
 * The code that the console shows for a request, run by the tools it is written for. Each must get what
 * the same request gets from the SDK, so quoting, types and names are right.
 */
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cliCode } from '../../console/src/code/cli-code.js'
import { curlCode } from '../../console/src/code/curl-code.js'
import { javascriptCode } from '../../console/src/code/javascript-code.js'
import { partiqlCode } from '../../console/src/code/partiql-code.js'
import { pythonCode } from '../../console/src/code/python-code.js'
import type { CodeRequest } from '../../console/src/code/request.js'
import { clientCredentials, clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

const run = promisify(execFile)
const region = 'eu-central-1'
const table = 'ConsoleCode'
const digits = '12345678901234567890123456789012345678'
/** What quoting gets wrong. */
const awkward = `it's "quoted" \\ $HOME \`x\` %s {{a}} \u00e4\u{1f600}`

type Answer = Readonly<Record<string, unknown>>
type Run = (request: CodeRequest) => Promise<Answer>

const names = { '#n0': 'pk', '#n1': awkward, '#n2': 'n' }
const requests: readonly CodeRequest[] = [
  {
    operation: 'Query',
    input: {
      TableName: table,
      KeyConditionExpression: '#n0 = :v0',
      FilterExpression: '#n1 = :v1 AND #n2 IN (:v2, :v3)',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ':v0': { S: awkward },
        ':v1': { S: awkward },
        ':v2': { N: digits },
        ':v3': { N: '-0.5' },
      },
      ScanIndexForward: false,
      Limit: 10,
    },
  },
  { operation: 'Scan', input: { TableName: table, ConsistentRead: true } },
  {
    operation: 'GetItem',
    input: { TableName: table, Key: { pk: { S: awkward }, sk: { N: '1' } } },
  },
]

const items: readonly Record<string, AttributeValue>[] = [
  {
    pk: { S: awkward },
    sk: { N: '1' },
    [awkward]: { S: awkward },
    n: { N: digits },
    m: { M: { l: { L: [{ BOOL: false }, { NULL: true }, { S: '' }] } } },
    ns: { NS: ['1', '2.5'] },
  },
  { pk: { S: awkward }, sk: { N: '2' }, [awkward]: { S: 'other' }, n: { N: '1' } },
]

export async function testConsoleCode(
  tools: { readonly aws: string; readonly python: string },
  target: ClientTarget,
  tally: Tally,
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: target.url,
    region,
    credentials: clientCredentials,
  })
  await prepare(client)
  const reference = referenceOf(target)
  for (const [tool, ask] of Object.entries(await codeRunners(tools, target))) {
    for (const request of requests) {
      await tally.check(`console code: ${request.operation} as ${tool}`, async () => {
        assert.deepEqual(await ask(request), await reference(request))
      })
    }
    await tally.check(`console code: writes as ${tool}`, () => writes(client, ask, tool))
  }
  await tally.check('console code: statements', () => statements(client, reference))
  await client.send(new DeleteTableCommand({ TableName: table }))
  client.destroy()
}

async function prepare(client: DynamoDBClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  for (const Item of items) await client.send(new PutItemCommand({ TableName: table, Item }))
}

/** The same request over the wire, signed by curl: no code of ours writes it. */
function referenceOf(target: ClientTarget): Run {
  return async ({ operation, input }) => {
    const { stdout } = await run('curl', [
      ...['--silent', '--show-error', target.url, '--aws-sigv4', `aws:amz:${region}:dynamodb`],
      ...['--user', `${clientCredentials.accessKeyId}:${clientCredentials.secretAccessKey}`],
      ...['--header', 'Content-Type: application/x-amz-json-1.0'],
      ...['--header', `X-Amz-Target: DynamoDB_20120810.${operation}`],
      ...['--data-binary', JSON.stringify(input)],
    ])
    return seen(JSON.parse(stdout) as Answer)
  }
}

/** What all tools show alike. */
function seen({ Item, Items, Count, SearchResults }: Answer): Answer {
  return { Item, Items, Count, SearchResults }
}

/** What runs the code of a request, by the tool that it is for; `settings` are for the tools. */
export async function codeRunners(
  tools: { readonly aws: string; readonly python: string },
  target: ClientTarget,
  settings: NodeJS.ProcessEnv = {},
): Promise<Readonly<Record<string, Run>>> {
  const env = { ...(await clientEnvironment(target)), ...settings }
  const place = { endpoint: target.url, region }
  const shell = async (command: string) => {
    const { stdout } = await run('sh', ['-c', command], { env })
    return seen(JSON.parse(stdout === '' ? '{}' : stdout) as Answer)
  }
  return {
    'AWS CLI': (request) => shell(cliCode(request, place).replace(/^aws /, `'${tools.aws}' `)),
    curl: (request) => shell(curlCode(request, place).replace(/^curl /, 'curl --silent ')),
    Python: async (request) => {
      const file = join(target.folder, 'console-code.py')
      const code = pythonCode(request, place).replace(
        'print(output)',
        'import json\nprint(json.dumps(output))',
      )
      await writeFile(file, code)
      const { stdout } = await run(tools.python, [file], { env })
      return seen(JSON.parse(stdout) as Answer)
    },
    JavaScript: async (request) => {
      // Beside this file, so that it finds the SDK.
      const file = fileURLToPath(new URL('console-code-run.mjs', import.meta.url))
      const code = javascriptCode(request, place)
      await writeFile(
        file,
        code.replace('console.log(output)', 'console.log(JSON.stringify(output))'),
      )
      const { stdout } = await run(process.execPath, [file], { env })
      return seen(JSON.parse(stdout) as Answer)
    },
  }
}

async function writes(client: DynamoDBClient, ask: Run, tool: string): Promise<void> {
  const key = { pk: { S: `written by ${tool}` }, sk: { N: '7' } }
  const item: Record<string, AttributeValue> = { ...items[0], ...key }
  const read = async () =>
    (await client.send(new GetItemCommand({ TableName: table, Key: key }))).Item
  await ask({ operation: 'PutItem', input: { TableName: table, Item: item } })
  assert.deepEqual(await read(), item)
  await ask({
    operation: 'UpdateItem',
    input: {
      TableName: table,
      Key: key,
      UpdateExpression: 'SET #a = :a REMOVE #b',
      ConditionExpression: '#a = :b',
      ExpressionAttributeNames: { '#a': 'n', '#b': 'ns' },
      ExpressionAttributeValues: { ':a': { S: awkward }, ':b': { N: digits } },
    },
  })
  delete item['ns']
  assert.deepEqual(await read(), { ...item, n: { S: awkward } })
  await ask({ operation: 'DeleteItem', input: { TableName: table, Key: key } })
  assert.equal(await read(), undefined)
}

async function statements(client: DynamoDBClient, reference: Run): Promise<void> {
  for (const request of requests) {
    const Statement = partiqlCode(request)!
    const { Items } = await client.send(new ExecuteStatementCommand({ Statement }))
    const expected = await reference(request)
    const wanted = expected['Items'] ?? [expected['Item']]
    assert.deepEqual(sorted(Items), sorted(wanted as readonly object[]))
  }
}

/** A statement has no direction. */
function sorted(rows: readonly object[] | undefined): readonly string[] {
  return (rows ?? []).map((row) => JSON.stringify(Object.entries(row).sort())).sort()
}
