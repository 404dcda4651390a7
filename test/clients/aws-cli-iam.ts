/** The AWS CLI's `aws iam`: the life of a user, a group, a role and a policy, from any region. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

type Iam = (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>

const document = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }],
}
const text = JSON.stringify(document)
const user = ['--user-name', 'cli-ann']
const group = ['--group-name', 'cli-staff']
const role = ['--role-name', 'cli-report']

/** `cli` takes the service as its first argument. */
export async function testIam(cli: Cli, tally: Tally): Promise<void> {
  const iam: Iam = (...args) => cli('iam', ...args) as Promise<Record<string, unknown>>
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: iam ${name}`, run)
  const account = await accountOf(cli)
  const policy = ['--policy-arn', `arn:aws:iam::${account}:policy/cli-readers`]
  await check('create-policy and its versions', () => versions(iam, policy))
  await check('create-user with a boundary and tags', () => createsUser(iam, policy[1]!))
  await check('create-access-key, twice at most', () => createsKeys(iam))
  await check('a user in a group', () => joins(iam))
  await check('policies, inline and attached', () => grants(iam, policy))
  await check('create-role with a trust policy', () => createsRole(iam, account, policy))
  await check('simulate-custom-policy and simulate-principal-policy', () => simulates(iam))
  await check('the same account from another region', () => seesSameAccount(iam))
  await check('what is in use is not deleted, then everything is', () => deletes(iam, policy))
}

async function simulates(iam: Iam): Promise<void> {
  const asked = ['--action-names', 'dynamodb:GetItem', 'dynamodb:PutItem']
  const custom = await iam('simulate-custom-policy', '--policy-input-list', text, ...asked)
  const [first, second] = custom['EvaluationResults'] as readonly Record<string, unknown>[]
  assert.deepEqual([first!['EvalDecision'], second!['EvalDecision']], ['allowed', 'implicitDeny'])
  const [statement] = first!['MatchedStatements'] as readonly Record<string, unknown>[]
  assert.deepEqual(statement, {
    SourcePolicyId: 'PolicyInputList.1',
    StartPosition: { Line: 1, Column: text.indexOf('{"Effect"') + 1 },
    EndPosition: { Line: 1, Column: text.indexOf('}]') + 2 },
  })
  const { User } = (await iam('get-user', ...user)) as { readonly User: { readonly Arn: string } }
  const source = ['--policy-source-arn', User.Arn]
  const principal = await iam('simulate-principal-policy', ...source, ...asked)
  const results = principal['EvaluationResults'] as readonly Record<string, unknown>[]
  assert.deepEqual(
    results.map(({ EvalActionName }) => EvalActionName),
    ['dynamodb:GetItem', 'dynamodb:PutItem'],
  )
}

async function accountOf(cli: Cli): Promise<string> {
  const identity = (await cli('sts', 'get-caller-identity')) as { readonly Account?: string }
  return identity.Account ?? ''
}

async function versions(iam: Iam, policy: readonly string[]): Promise<void> {
  await iam('create-policy', '--policy-name', 'cli-readers', '--policy-document', text)
  const more = ['--policy-document', text, '--set-as-default']
  await iam('create-policy-version', ...policy, ...more)
  const version = await iam('get-policy-version', ...policy, '--version-id', 'v2')
  const { Document, IsDefaultVersion } = version['PolicyVersion'] as Record<string, unknown>
  assert.deepEqual([Document, IsDefaultVersion], [document, true])
  await iam('set-default-policy-version', ...policy, '--version-id', 'v1')
  await iam('delete-policy-version', ...policy, '--version-id', 'v2')
  await iam('wait', 'policy-exists', ...policy)
}

async function createsUser(iam: Iam, boundary: string): Promise<void> {
  const more = ['--path', '/cli/', '--permissions-boundary', boundary, '--tags', 'Key=a,Value=b']
  await iam('create-user', ...user, ...more)
  await iam('wait', 'user-exists', ...user)
  const { PermissionsBoundary, Tags } = (await iam('get-user', ...user))['User'] as Record<
    string,
    unknown
  >
  assert.deepEqual(Tags, [{ Key: 'a', Value: 'b' }])
  assert.deepEqual(PermissionsBoundary, {
    PermissionsBoundaryType: 'Policy',
    PermissionsBoundaryArn: boundary,
  })
}

async function createsKeys(iam: Iam): Promise<void> {
  await iam('create-access-key', ...user)
  await iam('create-access-key', ...user)
  await assert.rejects(iam('create-access-key', ...user), /\(LimitExceeded\).*AccessKeysPerUser: 2/)
}

async function joins(iam: Iam): Promise<void> {
  await iam('create-group', ...group)
  await iam('add-user-to-group', ...group, ...user)
  const { Users } = (await iam('get-group', ...group)) as { Users?: { UserName: string }[] }
  assert.deepEqual(
    Users?.map(({ UserName }) => UserName),
    ['cli-ann'],
  )
}

async function grants(iam: Iam, policy: readonly string[]): Promise<void> {
  const inline = ['--policy-name', 'own']
  await iam('put-user-policy', ...user, ...inline, '--policy-document', text)
  const { PolicyDocument } = await iam('get-user-policy', ...user, ...inline)
  assert.deepEqual(PolicyDocument, document)
  await iam('attach-user-policy', ...user, ...policy)
  await iam('attach-group-policy', ...group, ...policy)
  const found = await iam('list-entities-for-policy', ...policy)
  assert.equal((found['PolicyUsers'] as unknown[]).length, 1)
  assert.equal((found['PolicyGroups'] as unknown[]).length, 1)
}

async function createsRole(iam: Iam, account: string, policy: readonly string[]): Promise<void> {
  const trust = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { AWS: `arn:aws:iam::${account}:user/cli/cli-ann` },
      },
    ],
  }
  await iam('create-role', ...role, '--assume-role-policy-document', JSON.stringify(trust))
  await iam('wait', 'role-exists', ...role)
  await iam('attach-role-policy', ...role, ...policy)
  const { AssumeRolePolicyDocument } = (await iam('get-role', ...role))['Role'] as Record<
    string,
    unknown
  >
  assert.deepEqual(AssumeRolePolicyDocument, trust)
}

async function seesSameAccount(iam: Iam): Promise<void> {
  const { Users } = (await iam('list-users', '--region', 'eu-west-1')) as {
    Users?: { UserName: string }[]
  }
  assert.ok(Users?.some(({ UserName }) => UserName === 'cli-ann'))
  const names = await iam('list-users', '--max-items', '1', '--query', 'Users[].UserName')
  assert.equal((names as unknown as readonly string[]).length, 1)
}

async function deletes(iam: Iam, policy: readonly string[]): Promise<void> {
  await assert.rejects(iam('delete-policy', ...policy), /\(DeleteConflict\).*attached to entities/)
  await assert.rejects(iam('delete-user', ...user), /\(DeleteConflict\)/)
  await iam('detach-role-policy', ...role, ...policy)
  await iam('delete-role', ...role)
  await iam('detach-group-policy', ...group, ...policy)
  await iam('remove-user-from-group', ...group, ...user)
  await iam('delete-group', ...group)
  await iam('detach-user-policy', ...user, ...policy)
  await iam('delete-user-policy', ...user, '--policy-name', 'own')
  const keys = (await iam('list-access-keys', ...user))['AccessKeyMetadata'] as {
    AccessKeyId: string
  }[]
  for (const { AccessKeyId } of keys) {
    await iam('delete-access-key', ...user, '--access-key-id', AccessKeyId)
  }
  await iam('delete-user', ...user)
  await iam('delete-policy', ...policy)
  await assert.rejects(iam('get-user', ...user), /\(NoSuchEntity\).*cannot be found/)
}
