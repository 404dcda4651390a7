/**
 * Vector indexes and searches by clients that know them: boto3 and the AWS CLI run the cases that SDK v3 runs with
 * `npm test`; then come forms of their own, and what the console prints for them.
 */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CodeRequest } from '../../console/src/code/request.js'
import type { Json } from '../support/client.js'
import { CaseRun, type Send } from '../support/vector-cases/client-case.js'
import { vectorCases } from '../support/vector-cases/vector-cases.js'
import { commandLine, type Cli } from './aws-cli.js'
import { clientEnvironment, uncheckedProfile, type ClientTarget } from './client-environment.js'
import { codeRunners } from './console-code.js'
import { runClientProgram } from './program-report.js'
import type { Tally } from './tally.js'

export interface VectorClients {
  readonly aws: string
  readonly python: string
  /** The folder with the service descriptions that the AWS CLI is to use. */
  readonly models: string
}

interface SearchAnswer {
  readonly SearchResults?: readonly { readonly Item: object; readonly Score: number }[]
  readonly ConsumedCapacity?: { readonly VectorSearchRequestBytes: number }
}

/** Python is not built: the script is beside the sources, seen from `dist/test/clients/`. */
const script = fileURLToPath(new URL('../../../test/clients/boto3_vectors.py', import.meta.url))

export async function testVectors(
  { aws, python, models }: VectorClients,
  target: ClientTarget,
  tally: Tally,
): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    ...(await clientEnvironment(target)),
    AWS_PROFILE: uncheckedProfile,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const cases = join(target.folder, 'cases.json')
  await writeFile(cases, JSON.stringify(vectorCases('boto3')))
  const program = { name: 'boto3', command: python, args: [script, target.url, cases], env }
  await runClientProgram(program, tally)
  const cli = commandLine(aws, target.url, { ...env, AWS_DATA_PATH: models })
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  const run = new CaseRun(sendBy(cli, target.folder))
  for (const each of vectorCases('aws-cli')) await check(each.name, () => run.check(each))
  await check('create-table with a vector index', () => createsTable(cli))
  await check('search-vectors', () => searches(cli))
  const runners = await codeRunners({ aws, python }, target, { AWS_DATA_PATH: models })
  for (const [tool, ask] of Object.entries(runners)) {
    await tally.check(`console code: SearchVectors as ${tool}`, async () => {
      const { SearchResults } = await ask(printedSearch)
      const found = { id: { S: 'near' }, tenant: { S: "it's" } }
      assert.deepEqual(SearchResults, [{ Item: found, Score: 1 }])
    })
  }
  await check('update-table deletes a vector index', () => deletesIndex(cli))
}

/** Requests are files: some are longer than an argument may be. */
function sendBy(cli: Cli, folder: string): Send {
  const file = join(folder, 'request.json')
  return async (operation, input) => {
    await writeFile(file, JSON.stringify(input))
    try {
      const answer = await cli('dynamodb', kebab(operation), '--cli-input-json', `file://${file}`)
      return { answer: answer as unknown as Json }
    } catch (error) {
      const [, type, message] = told.exec((error as Error).message) ?? []
      if (type === undefined || message === undefined) throw error
      return { error: { type, message } }
    }
  }
}

const told = /An error occurred \((\w+)\) when calling the \w+ operation: ([^]*)$/

function kebab(operation: string): string {
  return operation.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()
}

const table = ['--table-name', 'CliVectors']

/** As the console's page for searches makes it, and shows it in other languages. */
const printedSearch: CodeRequest = {
  operation: 'SearchVectors',
  input: {
    TableName: 'CliVectors',
    IndexName: 'near',
    SearchVector: [{ N: '0' }, { N: '-0.00' }],
    TopK: 1,
    SearchConditionExpression: '#n0 = :v0',
    ExpressionAttributeNames: { '#n0': 'tenant' },
    ExpressionAttributeValues: { ':v0': { S: "it's" } },
  },
}

async function createsTable(cli: Cli): Promise<void> {
  const index = {
    IndexName: 'near',
    VectorAttribute: { AttributeName: 'emb' },
    Dimensions: 2,
    DistanceFunction: 'EUCLIDEAN',
    Projection: { ProjectionType: 'ALL' },
    SearchSchema: [{ AttributeName: 'tenant', SearchSchemaElementType: 'INLINE_FILTER' }],
  }
  await cli(
    ...['dynamodb', 'create-table', ...table, '--billing-mode', 'PAY_PER_REQUEST'],
    ...['--key-schema', 'AttributeName=id,KeyType=HASH'],
    '--attribute-definitions',
    ...['AttributeName=id,AttributeType=S', 'AttributeName=tenant,AttributeType=S'],
    ...['--vector-indexes', JSON.stringify([index])],
  )
  await cli('dynamodb', 'wait', 'table-exists', ...table)
}

async function searches(cli: Cli): Promise<void> {
  const tenant = { S: "it's" }
  for (const [id, x] of [
    ['far', '3'],
    ['near', '1'],
  ]) {
    const item = { id: { S: id }, tenant, emb: { L: [{ N: x }, { N: '0' }] } }
    await cli('dynamodb', 'put-item', ...table, '--item', JSON.stringify(item))
  }
  const found = (await cli(
    ...['dynamodb', 'search-vectors', ...table, '--index-name', 'near', '--top-k', '5'],
    ...['--search-vector', JSON.stringify([{ N: '0' }, { N: '0' }])],
    ...['--return-consumed-capacity', 'TOTAL'],
  )) as SearchAnswer
  assert.deepEqual(found.SearchResults, [
    { Item: { id: { S: 'near' }, tenant }, Score: 1 },
    { Item: { id: { S: 'far' }, tenant }, Score: 3 },
  ])
  assert.ok(found.ConsumedCapacity!.VectorSearchRequestBytes > 0)
}

async function deletesIndex(cli: Cli): Promise<void> {
  const updates = JSON.stringify([{ Delete: { IndexName: 'near' } }])
  await cli('dynamodb', 'update-table', ...table, '--vector-index-updates', updates)
  const { Table } = await cli('dynamodb', 'describe-table', ...table)
  assert.equal((Table as { readonly VectorIndexes?: unknown }).VectorIndexes, undefined)
  await cli('dynamodb', 'delete-table', ...table)
}
