/** AWS CLI commands of services other than DynamoDB, at the same address. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import { testAutoscaling } from './aws-cli-autoscaling.js'
import { testDax } from './aws-cli-dax.js'
import { roleProfile } from './client-environment.js'
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
  await check('sts assume-role, and a profile with a role', () => assumesRole(cli))
  await check('resourcegroupstaggingapi get-resources', () => findsByTag(cli, tableName))
  await testAutoscaling(cli, tally)
  await testDax(cli, tally)
}

async function namesCaller(cli: Cli): Promise<void> {
  const { Account, Arn } = (await cli('sts', 'get-caller-identity')) as Identity
  assert.match(Account ?? '', /^\d{12}$/)
  assert.equal(Arn, `arn:aws:iam::${Account}:user/administrator`)
}

async function refusesAction(cli: Cli): Promise<void> {
  await assert.rejects(
    cli('sts', 'decode-authorization-message', '--encoded-message', 'x'),
    /\(InvalidAction\).*Could not find operation/,
  )
}

interface Assumed {
  readonly AssumedRoleUser?: { readonly Arn: string }
  readonly Credentials?: { readonly AccessKeyId: string; readonly SessionToken: string }
}

async function assumesRole(cli: Cli): Promise<void> {
  const { name, roleArn } = roleProfile
  const trust = { Effect: 'Allow', Principal: { AWS: '000000000000' }, Action: 'sts:AssumeRole' }
  const document = JSON.stringify({ Version: '2012-10-17', Statement: trust })
  const role = ['--role-name', 'worker']
  await cli('iam', 'create-role', ...role, '--assume-role-policy-document', document)
  const asked = ['--role-arn', roleArn, '--role-session-name', 'cli']
  const assumed = (await cli('sts', 'assume-role', ...asked)) as Assumed
  assert.match(assumed.Credentials?.AccessKeyId ?? '', /^ASIA[A-Z2-7]{16}$/)
  assert.equal(assumed.AssumedRoleUser?.Arn, 'arn:aws:sts::000000000000:assumed-role/worker/cli')
  const { Account } = (await cli('sts', 'get-caller-identity', '--profile', name)) as Identity
  assert.equal(Account, '000000000000')
  await assert.rejects(
    cli('sts', 'assume-role', '--role-arn', `${roleArn}s`, '--role-session-name', 'cli'),
    /\(AccessDenied\).*is not authorized to perform: sts:AssumeRole on resource/,
  )
  await cli('iam', 'delete-role', ...role)
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
