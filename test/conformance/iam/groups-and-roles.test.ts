/** Groups, roles, and the policies of principals. Sentences are those recorded in 2026. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../support/client.js'
import { childrenOf, iamClient, membersOf, textOf, textsOf } from '../../support/iam.js'

const { url } = await connect()
let accounts = 111_200_000_000
const newAccount = () => String(++accounts)
const newClient = () => iamClient(url, newAccount())

const document =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}]}'
const trust =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"lambda.amazonaws.com"}}]}'
const aws = (name: string) => `arn:aws:iam::aws:policy/${name}`

describe('groups', () => {
  it('have members, who are told in the order of names', async () => {
    const { ask } = newClient()
    const { Group } = await ask('CreateGroup', { GroupName: 'g', Path: '/a/' })
    assert.match(textOf(childrenOf(Group!)['GroupId']), /^AGPA[A-Z2-7]{17}$/)
    for (const UserName of ['b', 'a', 'c']) {
      await ask('CreateUser', { UserName })
      await ask('AddUserToGroup', { GroupName: 'g', UserName })
    }
    await ask('AddUserToGroup', { GroupName: 'g', UserName: 'a' })
    const { Users, Marker } = await ask('GetGroup', { GroupName: 'g', MaxItems: 2 })
    assert.deepEqual(textsOf(Users, 'UserName'), ['a', 'b'])
    const rest = await ask('GetGroup', { GroupName: 'g', MaxItems: 2, Marker: textOf(Marker) })
    assert.deepEqual(textsOf(rest['Users'], 'UserName'), ['c'])
    assert.deepEqual(membersOf((await ask('ListGroupsForUser', { UserName: 'a' }))['Groups']), [
      Group,
    ])
    await ask('RemoveUserFromGroup', { GroupName: 'g', UserName: 'a' })
    await ask('RemoveUserFromGroup', { GroupName: 'g', UserName: 'a' })
    assert.deepEqual(membersOf((await ask('ListGroupsForUser', { UserName: 'a' }))['Groups']), [])
  })

  it('keep their members when they are renamed', async () => {
    const { ask, refusal } = newClient()
    for (const GroupName of ['g', 'other']) await ask('CreateGroup', { GroupName })
    await ask('CreateUser', { UserName: 'u' })
    await ask('AddUserToGroup', { GroupName: 'g', UserName: 'u' })
    assert.equal(
      await refusal('UpdateGroup', { GroupName: 'g', NewGroupName: 'Other' }),
      'EntityAlreadyExists 409: Group with name Other already exists.',
    )
    await ask('UpdateGroup', { GroupName: 'g', NewGroupName: 'h', NewPath: '/new/' })
    const { Groups } = await ask('ListGroupsForUser', { UserName: 'u' })
    assert.deepEqual(textsOf(Groups, 'GroupName'), ['h'])
    assert.equal(
      await refusal('DeleteGroup', { GroupName: 'h' }),
      'DeleteConflict 409: Cannot delete entity, must remove users from group first.',
    )
    await ask('RemoveUserFromGroup', { GroupName: 'h', UserName: 'u' })
    await ask('DeleteGroup', { GroupName: 'h' })
  })

  it('are ten at most for a user', async () => {
    const { ask, refusal } = newClient()
    await ask('CreateUser', { UserName: 'u' })
    for (let i = 0; i <= 10; i++) await ask('CreateGroup', { GroupName: `g${i}` })
    for (let i = 0; i < 10; i++) await ask('AddUserToGroup', { GroupName: `g${i}`, UserName: 'u' })
    assert.equal(
      await refusal('AddUserToGroup', { GroupName: 'g10', UserName: 'u' }),
      'LimitExceeded 409: Cannot exceed quota for GroupsPerUser: 10',
    )
  })

  it('tell of a missing user first', async () => {
    const { ask, refusal } = newClient()
    const both = { GroupName: 'g', UserName: 'u' }
    const user = 'NoSuchEntity 404: The user with name u cannot be found.'
    assert.equal(await refusal('AddUserToGroup', both), user)
    assert.equal(await refusal('RemoveUserFromGroup', both), user)
    await ask('CreateUser', { UserName: 'u' })
    const group = 'NoSuchEntity 404: The group with name g cannot be found.'
    assert.equal(await refusal('AddUserToGroup', both), group)
    assert.equal(await refusal('GetGroup', { GroupName: 'g' }), group)
  })
})

describe('roles', () => {
  it('are shown with more or less, as the service does', async () => {
    const { ask } = newClient()
    const tags = [{ Key: 'k', Value: 'v' }]
    const given = { RoleName: 'r', AssumeRolePolicyDocument: trust, Description: 'd', Tags: tags }
    const made = childrenOf((await ask('CreateRole', given))['Role']!)
    const got = childrenOf((await ask('GetRole', { RoleName: 'r' }))['Role']!)
    const [listed] = membersOf((await ask('ListRoles'))['Roles'])
    const names = (node: object) => Object.keys(node).sort().join(' ')
    const always = 'Arn AssumeRolePolicyDocument CreateDate'
    assert.equal(names(made), `${always} Path RoleId RoleName Tags`)
    assert.equal(
      names(got),
      `${always} Description MaxSessionDuration Path RoleId RoleLastUsed RoleName Tags`,
    )
    assert.equal(
      names(childrenOf(listed!)),
      `${always} Description MaxSessionDuration Path RoleId RoleName`,
    )
    assert.equal(got['MaxSessionDuration'], '3600')
    assert.equal(decodeURIComponent(textOf(got['AssumeRolePolicyDocument'])), trust)
    assert.match(textOf(got['AssumeRolePolicyDocument']), /^[\w%.~-]+$/)
  })

  it('can be changed', async () => {
    const { ask, refusal } = newClient()
    await ask('CreateRole', { RoleName: 'r', AssumeRolePolicyDocument: trust })
    await ask('UpdateRole', { RoleName: 'r', MaxSessionDuration: 43200 })
    await ask('UpdateRoleDescription', { RoleName: 'r', Description: 'new' })
    const other = trust.replace('lambda', 'ecs')
    await ask('UpdateAssumeRolePolicy', { RoleName: 'r', PolicyDocument: other })
    const role = childrenOf((await ask('GetRole', { RoleName: 'r' }))['Role']!)
    assert.deepEqual([role['MaxSessionDuration'], role['Description']], ['43200', 'new'])
    assert.equal(decodeURIComponent(textOf(role['AssumeRolePolicyDocument'])), other)
    assert.equal(
      await refusal('UpdateRole', { RoleName: 'r', MaxSessionDuration: 43201 }),
      "ValidationError 400: 1 validation error detected: Value '43201' at 'maxSessionDuration' failed to satisfy constraint: Member must have value less than or equal to 43200",
    )
    assert.equal(
      await refusal('CreateRole', { RoleName: 'R', AssumeRolePolicyDocument: trust }),
      'EntityAlreadyExists 409: Role with name R already exists.',
    )
    const { InstanceProfiles } = await ask('ListInstanceProfilesForRole', { RoleName: 'r' })
    assert.deepEqual(membersOf(InstanceProfiles), [])
    assert.match(
      await refusal('CreateInstanceProfile', { InstanceProfileName: 'x' }),
      /^InvalidAction 400: Could not find operation CreateInstanceProfile for version 2010-05-08/,
    )
  })
})

describe('inline policies', () => {
  for (const [word, made, max] of [
    ['User', {}, 2048],
    ['Group', {}, 5120],
    ['Role', { AssumeRolePolicyDocument: trust }, 10240],
  ] as const) {
    it(`of ${word.toLowerCase()}s are kept as they were given, up to a size`, async () => {
      const { ask, refusal } = newClient()
      const named = { [`${word}Name`]: 'x' }
      await ask(`Create${word}`, { ...named, ...made })
      const spaced = document.replace('{', '{\n  ')
      const policy = { ...named, PolicyName: 'own' }
      await ask(`Put${word}Policy`, { ...policy, PolicyDocument: spaced })
      const got = await ask(`Get${word}Policy`, policy)
      assert.equal(decodeURIComponent(textOf(got['PolicyDocument'])), spaced)
      assert.deepEqual(membersOf((await ask(`List${word}Policies`, named))['PolicyNames']), ['own'])
      const rest = max - document.length
      const padded = (size: number) => {
        const sid = 's'.repeat(size - document.length - '"Sid":"",'.length)
        return document.replace('{"Effect"', `{"Sid":"${sid}","Effect"`)
      }
      const more = { ...named, PolicyName: 'more' }
      assert.equal(
        await refusal(`Put${word}Policy`, { ...more, PolicyDocument: padded(rest + 1) }),
        `LimitExceeded 409: Maximum policy size of ${max} bytes exceeded for ${word.toLowerCase()} x`,
      )
      await ask(`Put${word}Policy`, { ...more, PolicyDocument: padded(rest) })
      await ask(`Delete${word}Policy`, more)
      const gone = `NoSuchEntity 404: The ${word.toLowerCase()} policy with name more cannot be found.`
      assert.equal(await refusal(`Delete${word}Policy`, more), gone)
      assert.equal(await refusal(`Get${word}Policy`, more), gone)
      assert.equal(
        await refusal(`Delete${word}`, named),
        'DeleteConflict 409: Cannot delete entity, must delete policies first.',
      )
    })
  }
})

describe('attached policies', () => {
  it('are ten at most, and those that exist', async () => {
    const account = newAccount()
    const { ask, refusal } = iamClient(url, account)
    await ask('CreateRole', { RoleName: 'r', AssumeRolePolicyDocument: trust })
    const r = { RoleName: 'r' }
    assert.equal(
      await refusal('AttachRolePolicy', { ...r, PolicyArn: 'longpolicynamebutnoarn' }),
      'ValidationError 400: ARN longpolicynamebutnoarn is not valid.',
    )
    const missing = `arn:aws:iam::${account}:policy/missing`
    assert.equal(
      await refusal('AttachRolePolicy', { ...r, PolicyArn: missing }),
      `NoSuchEntity 404: Policy ${missing} does not exist or is not attachable.`,
    )
    assert.equal(
      await refusal('DetachRolePolicy', { ...r, PolicyArn: aws('ReadOnlyAccess') }),
      `NoSuchEntity 404: Policy ${aws('ReadOnlyAccess')} was not found.`,
    )
    for (let i = 0; i <= 10; i++) {
      await ask('CreatePolicy', { PolicyName: `p${i}`, Path: '/x/', PolicyDocument: document })
    }
    const own = (i: number) => `arn:aws:iam::${account}:policy/x/p${i}`
    for (let i = 0; i < 10; i++) await ask('AttachRolePolicy', { ...r, PolicyArn: own(i) })
    await ask('AttachRolePolicy', { ...r, PolicyArn: own(0) })
    assert.equal(
      await refusal('AttachRolePolicy', { ...r, PolicyArn: own(10) }),
      'LimitExceeded 409: Cannot exceed quota for PoliciesPerRole: 10',
    )
    const { AttachedPolicies, Marker } = await ask('ListAttachedRolePolicies', {
      ...r,
      MaxItems: 9,
    })
    assert.equal(membersOf(AttachedPolicies).length, 9)
    const last = await ask('ListAttachedRolePolicies', {
      ...r,
      MaxItems: 9,
      Marker: textOf(Marker),
    })
    assert.deepEqual(textsOf(last['AttachedPolicies'], 'PolicyName'), ['p9'])
    const { AttachedPolicies: none } = await ask('ListAttachedRolePolicies', {
      ...r,
      PathPrefix: '/y',
    })
    assert.deepEqual(membersOf(none), [])
  })
})

describe('boundaries', () => {
  it('are replaced and taken away', async () => {
    const { ask } = newClient()
    const u = { UserName: 'u' }
    const boundaryOf = async () =>
      childrenOf((await ask('GetUser', u))['User']!)['PermissionsBoundary']
    const { Policy } = await ask('CreatePolicy', { PolicyName: 'p', PolicyDocument: document })
    const PermissionsBoundary = textOf(childrenOf(Policy!)['Arn'])
    await ask('CreateUser', { ...u, PermissionsBoundary })
    await ask('PutUserPermissionsBoundary', { ...u, PermissionsBoundary: aws('PowerUserAccess') })
    assert.deepEqual(await boundaryOf(), {
      PermissionsBoundaryType: 'Policy',
      PermissionsBoundaryArn: aws('PowerUserAccess'),
    })
    await ask('DeletePolicy', { PolicyArn: PermissionsBoundary })
    await ask('DeleteUserPermissionsBoundary', u)
    assert.equal(await boundaryOf(), undefined)
  })
})
