/**
 * CDK: a stack of a table and principals is synthesised by the real aws-cdk-lib, its resources are made by
 * the calls that CloudFormation would make, and every grant allows what it is meant to allow, and nothing else.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { startServerProcess } from '../../../scripts/server-process.js'
import { installPackage } from '../../differential/peers/install.js'
import { clientCredentials, writeAccounts } from '../client-environment.js'
import type { Tally } from '../tally.js'
import { makeResources } from './make-resources.js'
import { resolved, type Made, type Template } from './template.js'

const packages = { 'aws-cdk-lib': '2.276.0' } as const
/** It is not built: the app is beside the sources, seen from `dist/test/clients/cdk/`. */
const program = fileURLToPath(new URL('../../../../test/clients/cdk/app.cjs', import.meta.url))
const region = 'eu-central-1'
const TableName = 'cdk-orders'
const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`

interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

interface Caller {
  readonly url: string
  readonly keys: Keys
  readonly streamArn: string
}

const calls = {
  GetItem: ({ dynamodb }) => dynamodb.send(new GetItemCommand({ TableName, Key: key('a') })),
  'GetItem of guest': ({ dynamodb }) =>
    dynamodb.send(new GetItemCommand({ TableName, Key: key('guest') })),
  PutItem: ({ dynamodb }) => dynamodb.send(new PutItemCommand({ TableName, Item: key('a') })),
  'Query of an index': ({ dynamodb }) =>
    dynamodb.send(
      new QueryCommand({
        TableName,
        IndexName: 'by-day',
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': { S: 'Monday' } },
      }),
    ),
  DescribeTable: ({ dynamodb }) => dynamodb.send(new DescribeTableCommand({ TableName })),
  DescribeTimeToLive: ({ dynamodb }) => dynamodb.send(new DescribeTimeToLiveCommand({ TableName })),
  ListTables: ({ dynamodb }) => dynamodb.send(new ListTablesCommand({})),
  DescribeStream: ({ streams, StreamArn }) =>
    streams.send(new DescribeStreamCommand({ StreamArn })),
} satisfies Readonly<Record<string, (clients: Clients) => Promise<unknown>>>

interface Clients {
  readonly dynamodb: DynamoDBClient
  readonly streams: DynamoDBStreamsClient
  readonly StreamArn: string
}

type CallName = keyof typeof calls

/** What each user of the app may do; everything else is denied. */
const rights: Readonly<Record<string, readonly CallName[]>> = {
  reader: ['GetItem', 'GetItem of guest', 'Query of an index', 'DescribeTable'],
  writer: ['PutItem', 'DescribeTable'],
  editor: ['GetItem', 'GetItem of guest', 'PutItem', 'Query of an index', 'DescribeTable'],
  owner: [
    ...(['GetItem', 'GetItem of guest', 'PutItem', 'Query of an index', 'DescribeTable'] as const),
    'DescribeTimeToLive',
  ],
  follower: ['DescribeStream'],
  stranger: [],
  picker: ['GetItem', 'GetItem of guest'],
  member: ['GetItem', 'GetItem of guest', 'Query of an index', 'DescribeTable'],
  guest: ['GetItem of guest'],
}
const rightsOfJob: readonly CallName[] = ['PutItem', 'DescribeTable', 'ListTables']

export async function testCdk(folder: string, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`cdk: ${name}`, run)
  const template = synthesised(folder)
  const access = ['--auth', 'iam', '--iam-file', await writeAccounts(folder)]
  await using server = await startServerProcess({ args: ['--in-memory', ...access] })
  const { url } = server
  let made: ReadonlyMap<string, Made> = new Map()
  await check('every resource of the stack is made', async () => {
    made = await makeResources({ url, region, credentials: clientCredentials }, template)
  })
  if (made.size === 0) return
  const streamArn = [...made.values()].find(({ StreamArn }) => StreamArn !== undefined)![
    'StreamArn'
  ]!
  const callerNamed = (name: string) => ({ url, streamArn, keys: keysOf(template, made, name) })
  for (const [name, allowed] of Object.entries(rights)) {
    await check(`the grants of ${name}`, () => allows(callerNamed(name), allowed))
  }
  const owner = callerNamed('owner')
  await check('a role, which was granted to one user', async () => {
    await allows({ ...owner, keys: await assumed(owner, 'job') }, rightsOfJob)
    await assert.rejects(assumed(callerNamed('stranger'), 'job'), { name: 'AccessDenied' })
  })
  await check('a role that only a service may assume', async () => {
    await assert.rejects(assumed(owner, 'function'), { name: 'AccessDenied' })
  })
}

function synthesised(folder: string): Template {
  const [[name, version]] = Object.entries(packages) as [[string, string]]
  const installed = installPackage(folder, name, version)
  const home = installed.slice(0, -join('node_modules', name).length)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, home], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as Template
}

function keysOf({ Outputs }: Template, made: ReadonlyMap<string, Made>, name: string): Keys {
  const output = (of: string) => resolved(Outputs[`${of}${name}`]!.Value, made) as string
  return { accessKeyId: output('Id'), secretAccessKey: output('Secret') }
}

async function allows(
  { url, keys, streamArn }: Caller,
  allowed: readonly CallName[],
): Promise<void> {
  const settings = { endpoint: url, region, credentials: keys }
  const clients = {
    dynamodb: new DynamoDBClient(settings),
    streams: new DynamoDBStreamsClient(settings),
    StreamArn: streamArn,
  }
  const found: CallName[] = []
  for (const name of Object.keys(calls) as CallName[]) {
    if (await isAllowed(() => calls[name](clients))) found.push(name)
  }
  assert.deepEqual(new Set(found), new Set(allowed))
}

async function isAllowed(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    assert.equal((error as Error).name, 'AccessDeniedException', String(error))
    return false
  }
}

async function assumed({ url, keys }: Caller, name: string): Promise<Keys> {
  const client = new STSClient({ endpoint: url, region, credentials: keys })
  const session = { RoleArn: roleArn(name), RoleSessionName: 'checks' }
  const { Credentials: made } = await client.send(new AssumeRoleCommand(session))
  return {
    accessKeyId: made!.AccessKeyId!,
    secretAccessKey: made!.SecretAccessKey!,
    sessionToken: made!.SessionToken!,
  }
}

function key(pk: string): { readonly pk: { readonly S: string } } {
  return { pk: { S: pk } }
}
