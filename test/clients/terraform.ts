/**
 * Terraform with its AWS provider: tables, their replicas and policies and who may use them are applied, planned
 * again without a difference, changed, restored, imported, exported and destroyed.
 */
import assert from 'node:assert/strict'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import type { TerraformProgram } from '../../scripts/test-clients/find-terraform.js'
import { clientCredentials, clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'
import { requireReplicated } from './terraform-replica.js'
import { terraformIn } from './terraform-command.js'

/** Seen from `dist/test/clients/`. */
const configuration = fileURLToPath(new URL('../../../test/clients/terraform', import.meta.url))
const legacyConfiguration = `${configuration}-legacy`
const order = { customer: 'ann', placed: 1, status: 'paid', total: 12 }

export async function testTerraform(
  found: TerraformProgram,
  target: ClientTarget,
  tally: Tally,
): Promise<void> {
  const folder = join(target.folder, 'terraform')
  await mkdir(folder)
  await cp(configuration, folder, { recursive: true })
  const terraform = terraformIn(folder, found.program, await clientEnvironment(target))
  const variables = (recovers: boolean) => [
    `-var=endpoint=${target.url}`,
    `-var=recovers=${recovers}`,
  ]
  const check = (name: string, run: () => Promise<void>) => tally.check(`terraform: ${name}`, run)
  const applies = (recovers: boolean) => terraform('apply', '-auto-approve', ...variables(recovers))
  const plansNothing = (recovers: boolean) =>
    terraform('plan', '-detailed-exitcode', ...variables(recovers))
  await check('a global table of 2017 fails', () => refusesLegacy(found, target))
  await check('init', () => terraform('init', `-plugin-dir=${found.plugins}`))
  await check(
    'tables with indexes, a stream, expiry, recovery, replicas, policies and auto scaling; users, groups and roles; a cluster of DAX',
    () => applies(false),
  )
  await check('they need no change once they are there', () => plansNothing(false))
  await check('an item in all regions of a table with replicas', () =>
    requireReplicated(target.url, 'global', ['eu-west-1', 'us-east-1']),
  )
  await check('tables restored and imported, one exported, and a policy changed', async () => {
    await fillTables(target.url)
    await applies(true)
    await requireItems(target.url)
  })
  await check('restored and imported tables need no change', () => plansNothing(true))
  await check('destroy', () => terraform('destroy', '-auto-approve', ...variables(true)))
}

/** AWS: it can be described since 2026, and nothing else. */
async function refusesLegacy(found: TerraformProgram, target: ClientTarget): Promise<void> {
  const folder = join(target.folder, 'terraform-legacy')
  await cp(legacyConfiguration, folder, { recursive: true })
  const terraform = terraformIn(folder, found.program, await clientEnvironment(target))
  await terraform('init', `-plugin-dir=${found.plugins}`)
  await assert.rejects(
    terraform('apply', '-auto-approve', `-var=endpoint=${target.url}`),
    /global\s+tables\s+version\s+2017\.11\.29\s+is\s+not\s+supported/,
  )
}

function clientSettings(endpoint: string) {
  return { endpoint, region: 'eu-central-1', credentials: clientCredentials }
}

async function fillTables(endpoint: string): Promise<void> {
  const database = DynamoDBDocument.from(new DynamoDBClient(clientSettings(endpoint)))
  await database.put({ TableName: 'orders', Item: order })
  database.destroy()
  const buckets = new S3Client({ ...clientSettings(endpoint), forcePathStyle: true })
  await buckets.send(new CreateBucketCommand({ Bucket: 'files' }))
  const people = 'id;name\n1;Ann\n2;"Bob; the builder"\n'
  await buckets.send(new PutObjectCommand({ Bucket: 'files', Key: 'people.csv', Body: people }))
  buckets.destroy()
}

async function requireItems(endpoint: string): Promise<void> {
  const database = DynamoDBDocument.from(new DynamoDBClient(clientSettings(endpoint)))
  const byStatus = await database.query({
    TableName: 'orders-restored',
    IndexName: 'by-status',
    KeyConditionExpression: '#s = :paid',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':paid': 'paid' },
  })
  assert.deepEqual(byStatus.Items, [order])
  const { Item: bob } = await database.get({ TableName: 'imported', Key: { id: '2' } })
  assert.deepEqual(bob, { id: '2', name: 'Bob; the builder' })
  database.destroy()
}
