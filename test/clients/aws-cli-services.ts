/** AWS CLI commands of services other than DynamoDB, at the same address. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface Identity {
  readonly Account?: string
  readonly Arn?: string
}

interface Resources {
  readonly ResourceTagMappingList?: readonly { readonly ResourceARN: string }[]
}

/** `cli` takes the service as its first argument. The table has no tags yet. */
export async function testServices(cli: Cli, tableName: string, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('sts get-caller-identity', () => namesCaller(cli))
  await check('sts with an unsupported operation', () => refusesAction(cli))
  await check('resourcegroupstaggingapi get-resources', () => findsByTag(cli, tableName))
}

async function namesCaller(cli: Cli): Promise<void> {
  const { Account, Arn } = (await cli('sts', 'get-caller-identity')) as Identity
  assert.match(Account ?? '', /^\d{12}$/)
  assert.equal(Arn, `arn:aws:iam::${Account}:root`)
}

async function refusesAction(cli: Cli): Promise<void> {
  await assert.rejects(
    cli('sts', 'decode-authorization-message', '--encoded-message', 'x'),
    /\(InvalidAction\).*Could not find operation/,
  )
}

async function findsByTag(cli: Cli, tableName: string): Promise<void> {
  const { Table } = await cli('dynamodb', 'describe-table', '--table-name', tableName)
  const arn = Table!.TableArn
  const tag = ['--resource-arn', arn, '--tags', 'Key=genre,Value=folk']
  await cli('dynamodb', 'tag-resource', ...tag)
  const filter = ['--tag-filters', 'Key=genre,Values=folk,jazz']
  const found = await cli('resourcegroupstaggingapi', 'get-resources', ...filter)
  const { ResourceTagMappingList = [] } = found as Resources
  assert.deepEqual(
    ResourceTagMappingList.map(({ ResourceARN }) => ResourceARN),
    [arn],
  )
}
