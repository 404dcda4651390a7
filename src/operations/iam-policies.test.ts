/** What policies can say about the operations of IAM itself. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import type { StatementText } from '../policies/policy-suite.js'
import type { Json } from './database-suite.js'
import {
  callerOf,
  openGuarded,
  rootCaller,
  type TestUser,
} from './permissions/permissions-suite.js'
import { findOperation } from './registry.js'

const account = 'arn:aws:iam::000000000000'
const boundary = `${account}:policy/boundary`
const readOnly = 'arn:aws:iam::aws:policy/AmazonDynamoDBReadOnlyAccess'
const document = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }],
})

async function openAccount(...policy: readonly StatementText[]) {
  const helper: TestUser = { name: 'helper', policy }
  const guarded = openGuarded({ engine: memoryEngine(), users: [helper] })
  const tell = (name: string, input: Json, caller = callerOf(helper)) => {
    const operation = findOperation(`iam.${name}`)!
    const decoded = operation.definition.decodeJson(input)
    return guarded.tellCall({ operation, input: decoded, caller, host: '', requestId: 'test' })
  }
  const asRoot = async (name: string, input: Json) => {
    const told = await tell(name, input, rootCaller)
    assert.doesNotMatch(told, /Exception/)
  }
  await asRoot('CreatePolicy', { PolicyName: 'boundary', PolicyDocument: document })
  await asRoot('CreateUser', { UserName: 'chief', Path: '/chiefs/' })
  await asRoot('CreateUser', {
    UserName: 'clerk',
    Path: '/clerks/',
    Tags: [{ Key: 'team', Value: 'a' }],
  })
  return { tell, asRoot }
}

const allow = (Action: string | readonly string[], more: object = {}): StatementText => ({
  Effect: 'Allow',
  Action,
  Resource: '*',
  ...more,
})
const denied = /^AccessDeniedException: User: .*:user\/helper is not authorized to perform: iam:/

describe('policies about accounts', () => {
  it('see the paths of users, which requests do not name', async () => {
    const deny = { Effect: 'Deny', Action: 'iam:*', Resource: `${account}:user/chiefs/*` }
    const { tell } = await openAccount(allow('iam:*'), deny as StatementText)
    assert.match(await tell('DeleteUser', { UserName: 'chief' }), denied)
    assert.match(await tell('CreateAccessKey', { UserName: 'CHIEF' }), denied)
    assert.match(await tell('UpdateUser', { UserName: 'clerk', NewUserName: 'chief' }), denied)
    assert.equal(await tell('DeleteUser', { UserName: 'clerk' }), '{}')
  })

  it('can demand a boundary for whom others make', async () => {
    const bounded = { StringEquals: { 'iam:PermissionsBoundary': boundary } }
    const { tell } = await openAccount(
      allow(['iam:CreateUser', 'iam:AttachUserPolicy', 'iam:PutUserPolicy'], {
        Condition: bounded,
      }),
    )
    assert.match(await tell('CreateUser', { UserName: 'new' }), denied)
    const other = { UserName: 'new', PermissionsBoundary: readOnly }
    assert.match(await tell('CreateUser', other), denied)
    assert.doesNotMatch(
      await tell('CreateUser', { UserName: 'new', PermissionsBoundary: boundary }),
      /Exception/,
    )
    // The boundary that a user has counts for what is done to it later.
    assert.equal(await tell('AttachUserPolicy', { UserName: 'new', PolicyArn: readOnly }), '{}')
    assert.match(await tell('AttachUserPolicy', { UserName: 'clerk', PolicyArn: readOnly }), denied)
    const inline = { PolicyName: 'p', PolicyDocument: document }
    assert.equal(await tell('PutUserPolicy', { UserName: 'new', ...inline }), '{}')
    assert.match(await tell('PutUserPolicy', { UserName: 'clerk', ...inline }), denied)
  })

  it('can limit which policies are attached', async () => {
    const only = { ArnEquals: { 'iam:PolicyARN': readOnly } }
    const { tell } = await openAccount(allow('iam:AttachUserPolicy', { Condition: only }))
    const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess'
    assert.match(
      await tell('AttachUserPolicy', { UserName: 'clerk', PolicyArn: administrator }),
      denied,
    )
    assert.equal(await tell('AttachUserPolicy', { UserName: 'clerk', PolicyArn: readOnly }), '{}')
  })

  it('can ask for the tags of users, and for those that a request brings', async () => {
    const own = { StringEquals: { 'aws:ResourceTag/team': 'a' } }
    const brings = { StringEquals: { 'aws:RequestTag/team': 'a' } }
    const { tell } = await openAccount(
      allow('iam:GetUser', { Condition: own }),
      allow(['iam:CreateUser', 'iam:TagUser'], { Condition: brings }),
    )
    assert.doesNotMatch(await tell('GetUser', { UserName: 'clerk' }), /Exception/)
    assert.match(await tell('GetUser', { UserName: 'chief' }), denied)
    assert.match(await tell('CreateUser', { UserName: 'x' }), denied)
    const tagged = (value: string) => ({ UserName: 'x', Tags: [{ Key: 'team', Value: value }] })
    assert.match(await tell('CreateUser', tagged('b')), denied)
    assert.doesNotMatch(await tell('CreateUser', tagged('a')), /Exception/)
  })

  it('let users manage their own keys', async () => {
    const own = {
      Effect: 'Allow',
      Action: 'iam:*AccessKey*',
      Resource: `${account}:user/\${aws:username}`,
    }
    const { tell, asRoot } = await openAccount(own as StatementText)
    await asRoot('CreateUser', { UserName: 'helper' })
    assert.match(await tell('CreateAccessKey', {}), /"UserName":"helper"/)
    assert.match(await tell('CreateAccessKey', { UserName: 'clerk' }), denied)
  })

  it("speak of AWS's policies as of the account's own", async () => {
    const { tell } = await openAccount(allow('iam:GetPolicy'))
    assert.doesNotMatch(await tell('GetPolicy', { PolicyArn: readOnly }), /Exception/)
    assert.match(await tell('GetPolicyVersion', { PolicyArn: readOnly, VersionId: 'v14' }), denied)
  })
})

describe('a session of a role', () => {
  it('has no keys and no user of its own', async () => {
    const { tell } = await openAccount()
    const arn = `${account}:role/r`
    const identity = {
      kind: 'role',
      account: '000000000000',
      arn: 'arn:aws:sts::000000000000:assumed-role/r/s',
      principalArn: arn,
      userId: 'AROAR:s',
      name: 'r',
    } as const
    for (const name of ['CreateAccessKey', 'GetUser', 'ListAccessKeys']) {
      assert.equal(
        await tell(name, {}, { ...rootCaller, identity }),
        'ValidationException: Must specify userName when calling with non-User credentials',
      )
    }
  })
})
