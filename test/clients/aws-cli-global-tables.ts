/** AWS CLI commands for a table in two regions. */
import assert from 'node:assert/strict'
import { until } from '../support/until.js'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

const table = ['--table-name', 'CliWorldwide']
const there = ['--region', 'us-west-2']
const key = ['--key', '{"id":{"S":"a"}}']

interface Described {
  readonly Table?: {
    readonly TableStatus: string
    readonly Replicas?: readonly { readonly RegionName: string; readonly ReplicaStatus: string }[]
  }
}

/** `cli` takes the command of DynamoDB as its first argument. */
export async function testGlobalTables(cli: Cli, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('a replica in another region', () => addsReplica(cli))
  await check('items written in both regions', () => writesInBoth(cli))
  await check('a replica and then the table deleted', () => removesReplica(cli))
  await check('a global table of 2017 refused', () => refusesLegacy(cli))
}

async function describe(cli: Cli): Promise<NonNullable<Described['Table']>> {
  const { Table } = (await cli('describe-table', ...table)) as Described
  assert.ok(Table !== undefined)
  return Table
}

async function update(cli: Cli, action: 'Create' | 'Delete'): Promise<void> {
  const updates = JSON.stringify([{ [action]: { RegionName: 'us-west-2' } }])
  await cli('update-table', ...table, '--replica-updates', updates)
}

async function addsReplica(cli: Cli): Promise<void> {
  await cli(
    ...['create-table', ...table, '--billing-mode', 'PAY_PER_REQUEST'],
    ...['--key-schema', 'AttributeName=id,KeyType=HASH'],
    ...['--attribute-definitions', 'AttributeName=id,AttributeType=S'],
  )
  await cli('wait', 'table-exists', ...table)
  await update(cli, 'Create')
  await until(
    async () => {
      const { TableStatus, Replicas = [] } = await describe(cli)
      const [replica] = Replicas
      return TableStatus === 'ACTIVE' && replica?.ReplicaStatus === 'ACTIVE'
    },
    () => 'the replica did not become ACTIVE',
  )
}

async function writesInBoth(cli: Cli): Promise<void> {
  await cli('put-item', ...table, '--item', '{"id":{"S":"a"},"n":{"N":"1"}}')
  const hasItem = async (where: readonly string[], n: string) => {
    const { Item } = await cli('get-item', ...table, ...key, ...where)
    return (Item as { n?: { N: string } } | undefined)?.n?.N === n
  }
  await until(
    () => hasItem(there, '1'),
    () => 'the item did not arrive',
  )
  const increment = ['--update-expression', 'ADD n :one']
  const one = ['--expression-attribute-values', '{":one":{"N":"1"}}']
  await cli('update-item', ...table, ...key, ...increment, ...one, ...there)
  await until(
    () => hasItem([], '2'),
    () => 'the update did not come back',
  )
}

async function removesReplica(cli: Cli): Promise<void> {
  await update(cli, 'Delete')
  await until(
    async () => {
      const { TableStatus, Replicas } = await describe(cli)
      return TableStatus === 'ACTIVE' && Replicas === undefined
    },
    () => 'the replica did not go',
  )
  await cli('wait', 'table-not-exists', ...table, ...there)
  await cli('delete-table', ...table)
  await cli('wait', 'table-not-exists', ...table)
}

async function refusesLegacy(cli: Cli): Promise<void> {
  const group = ['--replication-group', 'RegionName=eu-central-1', 'RegionName=us-west-2']
  await assert.rejects(
    cli('create-global-table', '--global-table-name', 'CliLegacy', ...group),
    /global tables version 2017\.11\.29 is not supported/,
  )
}
