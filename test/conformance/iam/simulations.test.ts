/** SimulateCustomPolicy and SimulatePrincipalPolicy. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../support/client.js'
import { childrenOf, iamClient, membersOf, textOf } from '../../support/iam.js'

const { url } = await connect()
let accounts = 111_500_000_000
const newAccount = () => String(++accounts)

const policy = (...Statement: readonly object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement })
const allow = (Action: string, more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource: '*',
  ...more,
})
const ownKeys = {
  Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['${aws:username}'] } },
}

type Client = ReturnType<typeof iamClient>

/** `action on resource: decision by policy; missing keys`, for each result. */
async function decisions(
  { ask }: Client,
  operation: string,
  input: Parameters<Client['ask']>[1],
): Promise<readonly string[]> {
  const { EvaluationResults } = await ask(operation, input)
  return membersOf(EvaluationResults).map((result) => {
    const members = childrenOf(result)
    const text = (name: string) => textOf(members[name])
    const by = membersOf(members['MatchedStatements']).map((each) =>
      textOf(childrenOf(each)['SourcePolicyId']),
    )
    const missing = membersOf(members['MissingContextValues']).map(textOf)
    const tail = missing.length === 0 ? '' : `; ${missing.join()}`
    return `${text('EvalActionName')} on ${text('EvalResourceName')}: ${text('EvalDecision')} by ${by.join()}${tail}`
  })
}

const [get, put] = ['dynamodb:GetItem', 'dynamodb:PutItem'] as const

describe('SimulateCustomPolicy', () => {
  const custom = (client: Client, input: Parameters<Client['ask']>[1]) =>
    decisions(client, 'SimulateCustomPolicy', input)

  it('decides each action on each resource, and names the statement', async () => {
    const client = iamClient(url, newAccount())
    const table = 'arn:aws:dynamodb:us-east-1:111122223333:table'
    const [a, b] = [`${table}/a`, `${table}/b`]
    const PolicyInputList = [
      policy(allow('dynamodb:*'), { Effect: 'Deny', Action: put, Resource: b }),
      policy(allow('s3:*')),
    ]
    const input = { PolicyInputList, ActionNames: [get, put], ResourceArns: [a, b] }
    const owned = {
      ...input,
      ResourceOwner: '111122223333',
      CallerArn: `arn:aws:iam::111122223333:user/u`,
    }
    assert.deepEqual(await custom(client, owned), [
      `${get} on ${a}: allowed by PolicyInputList.1`,
      `${get} on ${b}: allowed by PolicyInputList.1`,
      `${put} on ${a}: allowed by PolicyInputList.1`,
      `${put} on ${b}: explicitDeny by PolicyInputList.1`,
    ])
    // AWS: without a resource the question is about all of them.
    const anything = { PolicyInputList, ActionNames: ['s3:GetObject', 'sqs:SendMessage'] }
    assert.deepEqual(await custom(client, anything), [
      's3:GetObject on *: allowed by PolicyInputList.2',
      'sqs:SendMessage on *: implicitDeny by ',
    ])
  })

  it('knows of the request what it is told, and says what is missing', async () => {
    const client = iamClient(url, newAccount())
    const only = { Condition: { StringEquals: { 'aws:SourceVpc': 'v' } } }
    const input = { PolicyInputList: [policy(allow(get, only))], ActionNames: [get] }
    assert.deepEqual(await custom(client, input), [`${get} on *: implicitDeny by ; aws:SourceVpc`])
    const entry = { ContextKeyName: 'AWS:sourcevpc', ContextKeyType: 'string' }
    const told = { ...input, ContextEntries: [{ ...entry, ContextKeyValues: ['v'] }] }
    assert.deepEqual(await custom(client, told), [`${get} on *: allowed by PolicyInputList.1`])
  })

  it('stays within a boundary', async () => {
    const { ask } = iamClient(url, newAccount())
    const { EvaluationResults } = await ask('SimulateCustomPolicy', {
      PolicyInputList: [policy(allow('dynamodb:*'))],
      PermissionsBoundaryPolicyInputList: [policy(allow(get))],
      ActionNames: [get, put],
    })
    const within = membersOf(EvaluationResults).map((result) => {
      const { EvalDecision, PermissionsBoundaryDecisionDetail: detail } = childrenOf(result)
      return [textOf(EvalDecision), textOf(childrenOf(detail!)['AllowedByPermissionsBoundary'])]
    })
    assert.deepEqual(within, [
      ['allowed', 'true'],
      ['implicitDeny', 'false'],
    ])
  })

  it('comes in pages', async () => {
    const { ask } = iamClient(url, newAccount())
    const input = { PolicyInputList: [policy(allow('*'))], ActionNames: [get, put, 's3:A'] }
    const first = await ask('SimulateCustomPolicy', { ...input, MaxItems: 2 })
    assert.equal(membersOf(first['EvaluationResults']).length, 2)
    const Marker = textOf(first['Marker'])
    const rest = await ask('SimulateCustomPolicy', { ...input, MaxItems: 2, Marker })
    const [last] = membersOf(rest['EvaluationResults'])
    assert.equal(textOf(childrenOf(last!)['EvalActionName']), 's3:A')
    assert.equal(textOf(rest['IsTruncated']), 'false')
  })

  it('refuses what cannot be simulated', async () => {
    const { refusal } = iamClient(url, newAccount())
    const good = { PolicyInputList: [policy(allow(get))], ActionNames: [get] }
    const wrong = [
      { ...good, PolicyInputList: ['{'] },
      { ...good, ActionNames: ['GetItem'] },
      { ...good, CallerArn: 'someone' },
      { ...good, ResourceOwner: 'someone' },
      { ...good, ResourceHandlingOption: 'EC2-VPC-EBS' },
      { ...good, PermissionsBoundaryPolicyInputList: [policy(allow(get)), policy(allow(put))] },
    ]
    for (const input of wrong) {
      const told = await refusal('SimulateCustomPolicy', input)
      assert.match(told, /^(?:InvalidInput|ValidationError) 400: /, told)
    }
  })
})

describe('SimulatePrincipalPolicy', () => {
  it('asks the policies of a user, its groups and its boundary', async () => {
    const account = newAccount()
    const client = iamClient(url, account)
    const { ask } = client
    await ask('CreateUser', { UserName: 'ann' })
    await ask('CreateGroup', { GroupName: 'staff' })
    await ask('AddUserToGroup', { GroupName: 'staff', UserName: 'ann' })
    const PolicyDocument = policy(allow(get, ownKeys))
    await ask('PutUserPolicy', { UserName: 'ann', PolicyName: 'own', PolicyDocument })
    const denied = policy({ Effect: 'Deny', Action: 'dynamodb:Scan', Resource: '*' })
    await ask('PutGroupPolicy', { GroupName: 'staff', PolicyName: 'no', PolicyDocument: denied })
    const asked = (name: string, keys: readonly string[]) =>
      decisions(client, 'SimulatePrincipalPolicy', {
        PolicySourceArn: `arn:aws:iam::${account}:${name}`,
        ActionNames: [get, 'dynamodb:Scan'],
        ContextEntries: [
          {
            ContextKeyName: 'dynamodb:LeadingKeys',
            ContextKeyType: 'stringList',
            ContextKeyValues: keys,
          },
        ],
      })
    assert.deepEqual(await asked('user/ann', ['ann']), [
      `${get} on *: allowed by inline policy own of user ann`,
      'dynamodb:Scan on *: explicitDeny by inline policy no of group staff',
    ])
    assert.match((await asked('user/ann', ['ann', 'bob']))[0]!, /implicitDeny/)
    assert.deepEqual(await asked('group/staff', ['ann']), [
      `${get} on *: implicitDeny by `,
      'dynamodb:Scan on *: explicitDeny by inline policy no of group staff',
    ])
    assert.equal(
      await client.refusal('SimulatePrincipalPolicy', {
        PolicySourceArn: `arn:aws:iam::${account}:user/nobody`,
        ActionNames: [get],
      }),
      'NoSuchEntity 404: The user with name nobody cannot be found.',
    )
    const elsewhere = { PolicySourceArn: 'arn:aws:iam::999999999999:user/ann', ActionNames: [get] }
    assert.match(await client.refusal('SimulatePrincipalPolicy', elsewhere), /^InvalidInput 400/)
  })
})
