/**
 * The AWS CLI: a table from creation to deletion, with every type of value and both outcomes of a
 * condition.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { testBackups } from './aws-cli-backups.js'
import { testGlobalTables } from './aws-cli-global-tables.js'
import { testIam } from './aws-cli-iam.js'
import { testStatements } from './aws-cli-partiql.js'
import { testPolicies } from './aws-cli-policies.js'
import { testCloudwatch } from './aws-cli-cloudwatch.js'
import { testServices } from './aws-cli-services.js'
import { testThrottling } from './aws-cli-throttling.js'
import { testAlarms } from './aws-cli-alarms.js'
import { testInsights } from './aws-cli-insights.js'
import { testTransfers } from './aws-cli-transfers.js'
import { clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

interface Answer {
  readonly Item?: unknown
  readonly Attributes?: object
  readonly Table?: { readonly TableStatus: string; readonly TableArn: string }
  readonly TableDescription?: { readonly TableStatus: string; readonly TableArn: string }
  readonly TableNames?: readonly string[]
  readonly Items?: readonly object[]
  readonly NextToken?: string
  readonly Responses?: readonly { readonly Error?: { readonly Code: string } }[]
}

/**
 * Runs `aws …`, mostly `aws dynamodb …`, and returns what it printed; rejects with the text of an
 * error.
 */
export type Cli = (...args: readonly string[]) => Promise<Answer>

const table = ['--table-name', 'Music']
const key = JSON.stringify({ Artist: { S: 'No One You Know' }, Song: { S: 'Call Me Today' } })
const commandDurationMsMax = 120_000

export async function testAwsCli(aws: string, target: ClientTarget, tally: Tally): Promise<void> {
  const command = commandLine(aws, target.url, await clientEnvironment(target))
  const cli: Cli = (...args) => command('dynamodb', ...args)
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('create-table and wait', () => createsTable(cli))
  await check('list-tables', () => listsTables(cli))
  await check('put-item and get-item, every type', () => putsAndGets(cli))
  await check('get-item with a projection', () => projects(cli))
  await check('put-item refused by its condition', () => refusesPut(cli))
  await check('update-item if its condition holds', () => updates(cli))
  await check('update-item refused by its condition', () => refusesUpdate(cli))
  await check('delete-item returns what it deleted', () => deletesItem(cli))
  await check('put-item into a missing table', () => missesTable(cli))
  await testStatements(cli, tally)
  await testServices(command, 'Music', tally)
  await testCloudwatch(command, tally)
  await testAlarms(command, tally)
  await testInsights(command, tally)
  await testPolicies(cli, 'Music', tally)
  await testIam(command, tally)
  await testBackups(cli, 'Music', tally)
  await testTransfers(command, 'Music', tally)
  await testThrottling(cli, target.folder, tally)
  await testGlobalTables(cli, tally)
  await check('delete-table and wait', () => deletesTable(cli))
}

export function commandLine(aws: string, url: string, env: NodeJS.ProcessEnv): Cli {
  return (...args) =>
    new Promise((resolve, reject) => {
      const all = [...args, '--endpoint-url', url, '--output', 'json']
      execFile(aws, all, { env, timeout: commandDurationMsMax }, (error, stdout, stderr) => {
        if (error !== null) reject(new Error(stderr.trim() || error.message))
        else resolve((stdout.trim() === '' ? {} : JSON.parse(stdout)) as Answer)
      })
    })
}

async function createsTable(cli: Cli): Promise<void> {
  const created = await cli(
    ...['create-table', ...table, '--billing-mode', 'PAY_PER_REQUEST'],
    ...['--key-schema', 'AttributeName=Artist,KeyType=HASH', 'AttributeName=Song,KeyType=RANGE'],
    '--attribute-definitions',
    ...['AttributeName=Artist,AttributeType=S', 'AttributeName=Song,AttributeType=S'],
  )
  assert.match(
    created.TableDescription?.TableArn ?? '',
    /^arn:aws:dynamodb:eu-central-1:\d{12}:table\/Music$/,
  )
  await cli('wait', 'table-exists', ...table)
  const described = await cli('describe-table', ...table)
  assert.equal(described.Table?.TableStatus, 'ACTIVE')
}

async function listsTables(cli: Cli): Promise<void> {
  const { TableNames } = await cli('list-tables')
  assert.deepEqual(TableNames, ['Music'])
}

/** Binaries are raw on input and base64 on output: `cli_binary_format`. */
const given = {
  Artist: { S: 'No One You Know' },
  Song: { S: 'Call Me Today' },
  Plays: { N: '0012345678901234567890.5000' },
  Cover: { B: 'raw bytes' },
  Live: { BOOL: false },
  Label: { NULL: true },
  Genres: { SS: ['Country', 'Größe'] },
  Years: { NS: ['1999', '2.0e3'] },
  Awards: { L: [{ S: 'Best' }, { N: '-1' }, { M: {} }] },
  Details: { M: { Producer: { S: '' }, Tracks: { L: [] } } },
}
const stored = {
  ...given,
  Plays: { N: '12345678901234567890.5' },
  Cover: { B: Buffer.from('raw bytes').toString('base64') },
  Years: { NS: ['1999', '2000'] },
}

async function putsAndGets(cli: Cli): Promise<void> {
  await cli('put-item', ...table, '--item', JSON.stringify(given))
  const { Item } = await cli('get-item', ...table, '--key', key, '--consistent-read')
  assert.deepEqual(sortedSets(Item), stored)
}

/** Sets have no order. */
function sortedSets(item: unknown): unknown {
  const text = JSON.stringify(item, (name, value: unknown) =>
    /^[SNB]S$/.test(name) && Array.isArray(value) ? (value as string[]).toSorted() : value,
  )
  return JSON.parse(text)
}

async function projects(cli: Cli): Promise<void> {
  const projection = ['--projection-expression', 'Awards[1], #d.Producer']
  const names = ['--expression-attribute-names', JSON.stringify({ '#d': 'Details' })]
  const { Item } = await cli('get-item', ...table, '--key', key, ...projection, ...names)
  assert.deepEqual(Item, { Awards: { L: [{ N: '-1' }] }, Details: { M: { Producer: { S: '' } } } })
}

async function refusesPut(cli: Cli): Promise<void> {
  const condition = ['--condition-expression', 'attribute_not_exists(Artist)']
  await assert.rejects(
    cli('put-item', ...table, '--item', JSON.stringify(given), ...condition),
    /\(ConditionalCheckFailedException\) when calling the PutItem operation: The conditional request failed/,
  )
}

const update = ['--update-expression', 'SET Live = :live ADD Plays :more REMOVE Label']
const onlyWhenNotLive = ['--condition-expression', 'Live = :was']
const updateValues = JSON.stringify({
  ':live': { BOOL: true },
  ':was': { BOOL: false },
  ':more': { N: '0.5' },
})
const conditionalUpdate = [
  ...['update-item', ...table, '--key', key, ...update, ...onlyWhenNotLive],
  ...['--expression-attribute-values', updateValues, '--return-values', 'UPDATED_NEW'],
]

async function updates(cli: Cli): Promise<void> {
  const { Attributes } = await cli(...conditionalUpdate)
  assert.deepEqual(Attributes, { Live: { BOOL: true }, Plays: { N: '12345678901234567891' } })
}

async function refusesUpdate(cli: Cli): Promise<void> {
  await assert.rejects(
    cli(...conditionalUpdate),
    /\(ConditionalCheckFailedException\) when calling the UpdateItem operation: The conditional request failed/,
  )
}

async function deletesItem(cli: Cli): Promise<void> {
  const deletion = ['delete-item', ...table, '--key', key, '--return-values', 'ALL_OLD']
  const { Attributes } = await cli(...deletion)
  // Without Label, which the update removed.
  assert.equal(Object.keys(Attributes ?? {}).length, Object.keys(stored).length - 1)
  assert.deepEqual(sortedSets({ ...Attributes, Label: stored.Label }), {
    ...stored,
    Live: { BOOL: true },
    Plays: { N: '12345678901234567891' },
  })
  assert.deepEqual(await cli('get-item', ...table, '--key', key), {})
}

async function missesTable(cli: Cli): Promise<void> {
  await assert.rejects(
    cli('put-item', '--table-name', 'Missing', '--item', key),
    /\(ResourceNotFoundException\) when calling the PutItem operation: Requested resource not found/,
  )
}

async function deletesTable(cli: Cli): Promise<void> {
  await cli('delete-table', ...table)
  await cli('wait', 'table-not-exists', ...table)
  await assert.rejects(
    cli('describe-table', ...table),
    /\(ResourceNotFoundException\) when calling the DescribeTable operation: Requested resource not found: Table: Music not found/,
  )
}
