/** Managed policies, providers of identities, and the account as a whole. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../support/client.js'
import { childrenOf, iamClient, membersOf, textOf, textsOf } from '../../support/iam.js'

const { url } = await connect()
let accounts = 111_300_000_000
const newAccount = () => String(++accounts)
const newClient = () => iamClient(url, newAccount())

const document =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}]}'
const trust =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"lambda.amazonaws.com"}}]}'
const p = { PolicyName: 'p', PolicyDocument: document }

async function withPolicy() {
  const client = newClient()
  const { Policy } = await client.ask('CreatePolicy', p)
  return { ...client, PolicyArn: textOf(childrenOf(Policy!)['Arn']) }
}

describe('managed policies', () => {
  it('are shown with more or less, as the service does', async () => {
    const { ask, refusal } = newClient()
    const given = {
      ...p,
      Path: '/x/',
      Description: 'd',
      Tags: [
        { Key: 'b', Value: '1' },
        { Key: 'B', Value: '2' },
      ],
    }
    const made = childrenOf((await ask('CreatePolicy', given))['Policy']!)
    const PolicyArn = textOf(made['Arn'])
    const got = childrenOf((await ask('GetPolicy', { PolicyArn }))['Policy']!)
    assert.match(textOf(got['PolicyId']), /^ANPA[A-Z2-7]{17}$/)
    assert.deepEqual([made['Description'], got['Description']], [undefined, 'd'])
    assert.deepEqual(textsOf(got['Tags'], 'Key'), ['B', 'b'])
    assert.equal(
      await refusal('CreatePolicy', p),
      'EntityAlreadyExists 409: A policy called p already exists. Duplicate names are not allowed.',
    )
    assert.equal(
      await refusal('TagPolicy', {
        PolicyArn,
        Tags: [
          { Key: 'a', Value: '' },
          { Key: 'a', Value: '' },
        ],
      }),
      'InvalidInput 400: Duplicate tag keys found.',
    )
  })

  it('have five versions, whose numbers are used once', async () => {
    const { ask, refusal, PolicyArn } = await withPolicy()
    const version = { PolicyArn, PolicyDocument: document }
    for (let i = 2; i <= 5; i++) await ask('CreatePolicyVersion', version)
    assert.equal(
      await refusal('CreatePolicyVersion', version),
      'LimitExceeded 409: A managed policy can have up to 5 versions. Before you create a new version, you must delete an existing version.',
    )
    await ask('DeletePolicyVersion', { PolicyArn, VersionId: 'v5' })
    const made = await ask('CreatePolicyVersion', { ...version, SetAsDefault: true })
    assert.equal(childrenOf(made['PolicyVersion']!)['VersionId'], 'v6')
    const { Versions } = await ask('ListPolicyVersions', { PolicyArn })
    assert.deepEqual(textsOf(Versions, 'VersionId'), ['v6', 'v4', 'v3', 'v2', 'v1'])
    assert.deepEqual(textsOf(Versions, 'IsDefaultVersion')[0], 'true')
    assert.equal(
      await refusal('DeletePolicyVersion', { PolicyArn, VersionId: 'v6' }),
      'DeleteConflict 409: Cannot delete the default version of a policy.',
    )
    await ask('SetDefaultPolicyVersion', { PolicyArn, VersionId: 'v2' })
    const missing = `NoSuchEntity 404: Policy ${PolicyArn} version v9 does not exist or is not attachable.`
    for (const action of ['GetPolicyVersion', 'DeletePolicyVersion', 'SetDefaultPolicyVersion']) {
      assert.equal(await refusal(action, { PolicyArn, VersionId: 'v9' }), missing)
    }
    assert.match(
      await refusal('DeletePolicy', { PolicyArn }),
      /^DeleteConflict 409: This policy has more than one version\./,
    )
  })

  it('have a size', async () => {
    const { ask, refusal } = newClient()
    const sid = 's'.repeat(6144 - document.length - '"Sid":"",'.length)
    const longest = document.replace('{"Effect"', `{ "Sid":"${sid}","Effect"`)
    assert.equal(
      await refusal('CreatePolicy', { ...p, PolicyDocument: longest.replace('ss', 'sss') }),
      'LimitExceeded 409: Cannot exceed quota for PolicySize: 6144',
    )
    await ask('CreatePolicy', { ...p, PolicyDocument: longest })
    assert.equal(
      await refusal('CreatePolicy', {
        PolicyName: 'q',
        PolicyDocument: '{"Version":"2012-10-17"}',
      }),
      'MalformedPolicyDocument 400: Syntax errors in policy.',
    )
  })

  it('are counted and found where they are used', async () => {
    const { ask, refusal, PolicyArn } = await withPolicy()
    const aws = 'arn:aws:iam::aws:policy/ReadOnlyAccess'
    await ask('CreateUser', { UserName: 'u', PermissionsBoundary: PolicyArn })
    await ask('CreateGroup', { GroupName: 'g' })
    await ask('CreateRole', { RoleName: 'r', AssumeRolePolicyDocument: trust })
    for (const arn of [PolicyArn, aws]) {
      await ask('AttachGroupPolicy', { GroupName: 'g', PolicyArn: arn })
      await ask('AttachRolePolicy', { RoleName: 'r', PolicyArn: arn })
    }
    for (const [arn, bounds] of [
      [PolicyArn, '1'],
      [aws, '0'],
    ] as const) {
      const { Policy } = await ask('GetPolicy', { PolicyArn: arn })
      const { AttachmentCount, PermissionsBoundaryUsageCount } = childrenOf(Policy!)
      assert.deepEqual([AttachmentCount, PermissionsBoundaryUsageCount], ['2', bounds])
    }
    const first = await ask('ListEntitiesForPolicy', { PolicyArn, MaxItems: 2 })
    assert.deepEqual(textsOf(first['PolicyGroups'], 'GroupName'), ['g'])
    assert.deepEqual(textsOf(first['PolicyRoles'], 'RoleName'), ['r'])
    const rest = await ask('ListEntitiesForPolicy', {
      PolicyArn,
      MaxItems: 2,
      Marker: textOf(first['Marker']),
    })
    assert.deepEqual(textsOf(rest['PolicyUsers'], 'UserName'), ['u'])
    const bounded = await ask('ListEntitiesForPolicy', {
      PolicyArn,
      PolicyUsageFilter: 'PermissionsBoundary',
    })
    assert.deepEqual(
      [membersOf(bounded['PolicyUsers']).length, membersOf(bounded['PolicyRoles']).length],
      [1, 0],
    )
    assert.equal(
      await refusal('DeletePolicy', { PolicyArn }),
      'DeleteConflict 409: Cannot delete a policy attached to entities.',
    )
    const { Policies } = await ask('ListPolicies', { OnlyAttached: true })
    assert.deepEqual(textsOf(Policies, 'PolicyName'), ['ReadOnlyAccess', 'p'])
    await ask('DetachGroupPolicy', { GroupName: 'g', PolicyArn })
    await ask('DetachRolePolicy', { RoleName: 'r', PolicyArn })
    assert.match(await refusal('DeletePolicy', { PolicyArn }), /^DeleteConflict 409/)
    await ask('DeleteUser', { UserName: 'u' })
    await ask('DeletePolicy', { PolicyArn })
    assert.equal(
      await refusal('GetPolicy', { PolicyArn }),
      `NoSuchEntity 404: Policy ${PolicyArn} was not found.`,
    )
  })

  it('are listed by scope, in pages', async () => {
    const { ask, PolicyArn } = await withPolicy()
    const names: string[] = []
    let Marker: string | undefined
    do {
      const page = await ask('ListPolicies', {
        MaxItems: 4,
        ...(Marker !== undefined && { Marker }),
      })
      names.push(...textsOf(page['Policies'], 'PolicyName'))
      Marker = page['Marker'] as string | undefined
    } while (Marker !== undefined)
    assert.equal(new Set(names).size, names.length)
    assert.ok(names.includes('AmazonDynamoDBFullAccess') && names.at(-1) === 'p')
    const { Policies } = await ask('ListPolicies', { Scope: 'Local' })
    assert.deepEqual(textsOf(Policies, 'Arn'), [PolicyArn])
  })

  it('of AWS cannot be changed', async () => {
    const { refusal } = newClient()
    const PolicyArn = 'arn:aws:iam::aws:policy/AdministratorAccess'
    for (const action of ['DeletePolicy', 'CreatePolicyVersion']) {
      assert.equal(
        await refusal(action, { PolicyArn, PolicyDocument: document }),
        'AccessDenied 403: Policy is outside your own account.',
      )
    }
  })

  it('of other accounts are not found', async () => {
    const { PolicyArn } = await withPolicy()
    const { ask, refusal } = newClient()
    await ask('CreateUser', { UserName: 'u' })
    assert.match(await refusal('GetPolicy', { PolicyArn }), /was not found/)
    assert.match(await refusal('DeletePolicy', { PolicyArn }), /was not found/)
    assert.match(
      await refusal('AttachUserPolicy', { UserName: 'u', PolicyArn }),
      /is not attachable/,
    )
  })
})

describe('providers of web identities', () => {
  it('are made, shown and deleted', async () => {
    const account = newAccount()
    const { ask, refusal } = iamClient(url, account)
    const Url = 'https://login.example.com/tenant'
    const arn = `arn:aws:iam::${account}:oidc-provider/login.example.com/tenant`
    const made = await ask('CreateOpenIDConnectProvider', {
      Url,
      ClientIDList: ['a'],
      ThumbprintList: ['a'.repeat(40)],
    })
    assert.equal(made['OpenIDConnectProviderArn'], arn)
    const got = await ask('GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn })
    assert.equal(got['Url'], 'login.example.com/tenant')
    assert.deepEqual(membersOf(got['ClientIDList']), ['a'])
    const { OpenIDConnectProviderList } = await ask('ListOpenIDConnectProviders')
    assert.deepEqual(textsOf(OpenIDConnectProviderList, 'Arn'), [arn])
    assert.equal(
      await refusal('CreateOpenIDConnectProvider', { Url }),
      `EntityAlreadyExists 409: Provider with url ${Url} already exists.`,
    )
    await ask('DeleteOpenIDConnectProvider', { OpenIDConnectProviderArn: arn })
    assert.equal(
      await refusal('GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn }),
      `NoSuchEntity 404: OpenIDConnect Provider not found for arn ${arn}`,
    )
    assert.equal(
      await refusal('DeleteOpenIDConnectProvider', { OpenIDConnectProviderArn: arn }),
      `NoSuchEntity 404: OpenId connect Provider ${arn} cannot be found.`,
    )
  })

  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, i) => String(i).padStart(length, '0'))
  const rows = [
    [{ Url: 'http://a.example.com' }, 'ValidationError 400: Invalid Open ID Connect Provider URL'],
    [
      { ThumbprintList: many(6, 40) },
      'InvalidInput 400: Thumbprint list must contain fewer than 5 entries.',
    ],
    [
      { ThumbprintList: many(5, 40) },
      'InvalidInput 400: Thumbprint list must contain fewer than 5 entries.',
    ],
    [
      { ClientIDList: many(101, 5) },
      'LimitExceeded 409: Cannot exceed quota for ClientIdsPerOpenIdConnectProvider: 100',
    ],
    [
      { Url: 'x'.repeat(256), ClientIDList: ['x'.repeat(256)], ThumbprintList: ['a'] },
      "ValidationError 400: 3 validation errors detected: Value at 'clientIDList' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 1]; Value at 'thumbprintList' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 40, Member must have length greater than or equal to 40]; Value at 'url' failed to satisfy constraint: Member must have length less than or equal to 255",
    ],
  ] as const
  for (const [input, told] of rows) {
    it(`are refused: ${told}`, async () => {
      const given = { Url: 'https://a.example.com', ...input }
      assert.equal(await newClient().refusal('CreateOpenIDConnectProvider', given), told)
    })
  }
})

describe('an account', () => {
  it('is summed up', async () => {
    const { ask } = await withPolicy()
    await ask('CreateUser', { UserName: 'u' })
    const { SummaryMap } = await ask('GetAccountSummary')
    const entries = childrenOf(SummaryMap!)['entry'] as readonly { key: string; value: string }[]
    const summary = Object.fromEntries(entries.map(({ key, value }) => [key, value]))
    assert.deepEqual([summary['Users'], summary['Policies'], summary['Roles']], ['1', '1', '0'])
    assert.deepEqual([summary['UsersQuota'], summary['VersionsPerPolicyQuota']], ['5000', '5'])
    assert.deepEqual(membersOf((await ask('ListAccountAliases'))['AccountAliases']), [])
  })

  it('is shown in detail, in pages and by kind', async () => {
    const { ask, PolicyArn } = await withPolicy()
    await ask('CreateUser', { UserName: 'u' })
    await ask('PutUserPolicy', { UserName: 'u', ...p })
    await ask('CreateRole', { RoleName: 'r', AssumeRolePolicyDocument: trust })
    await ask('AttachRolePolicy', { RoleName: 'r', PolicyArn })
    const first = await ask('GetAccountAuthorizationDetails', { MaxItems: 1 })
    const [user] = membersOf(first['UserDetailList'])
    const [own] = membersOf(childrenOf(user!)['UserPolicyList'])
    assert.equal(decodeURIComponent(textOf(childrenOf(own!)['PolicyDocument'])), document)
    const Marker = textOf(first['Marker'])
    const rest = await ask('GetAccountAuthorizationDetails', { Marker })
    assert.deepEqual(textsOf(rest['RoleDetailList'], 'RoleName'), ['r'])
    assert.deepEqual(textsOf(rest['Policies'], 'PolicyName'), ['p'])
    const roles = await ask('GetAccountAuthorizationDetails', { Filter: ['Role'] })
    assert.deepEqual(
      ['UserDetailList', 'RoleDetailList', 'Policies'].map((name) => membersOf(roles[name]).length),
      [0, 1, 0],
    )
  })
})
