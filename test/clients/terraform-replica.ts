/**
 * Terraform's `aws_dynamodb_table_replica`. Its provider asks KMS for the key `alias/aws/dynamodb` whenever it reads
 * a replica, and fails without an answer; moto gives one here.
 */
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import { startServerProcess } from '../../scripts/server-process.js'
import type { TerraformProgram } from '../../scripts/test-clients/find-terraform.js'
import { until } from '../support/until.js'
import { clientCredentials, clientEnvironment, writeAccounts } from './client-environment.js'
import type { Tally } from './tally.js'
import { terraformIn } from './terraform-command.js'

/** Seen from `dist/test/clients/`. */
const configuration = fileURLToPath(
  new URL('../../../test/clients/terraform-replica', import.meta.url),
)
const home = 'eu-central-1'
const away = 'us-east-1'

interface ReplicaTarget {
  readonly kmsUrl: string
  readonly folder: string
}

export async function testTerraformReplica(
  found: TerraformProgram,
  { kmsUrl, folder: parent }: ReplicaTarget,
  tally: Tally,
): Promise<void> {
  const access = ['--auth', 'iam', '--iam-file', await writeAccounts(parent)]
  const server = await startServerProcess({ args: ['--in-memory', ...access] })
  const folder = join(parent, 'terraform-replica')
  await cp(configuration, folder, { recursive: true })
  const env = await clientEnvironment({ url: server.url, folder: parent })
  const terraform = terraformIn(folder, found.program, env)
  const variables = [`-var=endpoint=${server.url}`, `-var=kms=${kmsUrl}`]
  const check = (name: string, run: () => Promise<void>) => tally.check(`terraform: ${name}`, run)
  try {
    await check('a replica as a resource', async () => {
      await terraform('init', `-plugin-dir=${found.plugins}`)
      await terraform('apply', '-auto-approve', ...variables)
      await requireReplicated(server.url, 'main', [away])
    })
    await check('a replica needs no change once it is there', () =>
      terraform('plan', '-detailed-exitcode', ...variables),
    )
    await check('a replica and its table destroyed', async () => {
      await terraform('destroy', '-auto-approve', ...variables)
      for (const region of [home, away]) await requireNoTables(server.url, region)
    })
  } finally {
    await server.stop()
  }
}

function clientIn(region: string, endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region, credentials: clientCredentials })
}

/** Writes an item at home and waits until all the others have it. */
export async function requireReplicated(
  endpoint: string,
  TableName: string,
  others: readonly string[],
): Promise<void> {
  const Item = { id: 'a', owner: 'ann' }
  const written = DynamoDBDocument.from(clientIn(home, endpoint))
  await written.put({ TableName, Item })
  written.destroy()
  for (const region of others) {
    const replica = DynamoDBDocument.from(clientIn(region, endpoint))
    await until(
      async () => (await replica.get({ TableName, Key: { id: 'a' } })).Item?.['owner'] === 'ann',
      () => `the item did not reach ${region}`,
    )
    replica.destroy()
  }
}

async function requireNoTables(endpoint: string, region: string): Promise<void> {
  const client = clientIn(region, endpoint)
  const { TableNames } = await client.send(new ListTablesCommand({}))
  assert.deepEqual(TableNames, [], region)
  client.destroy()
}
