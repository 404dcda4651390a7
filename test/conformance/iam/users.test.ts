/** Users and their access keys. Sentences are those that the service was recorded with in 2026. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../support/client.js'
import { childrenOf, iamClient, membersOf, textOf, textsOf } from '../../support/iam.js'

const { url } = await connect()
let accounts = 111_100_000_000
const newClient = () => iamClient(url, String(++accounts))

describe('CreateUser', () => {
  it('answers with a new user, as GetUser and ListUsers do', async () => {
    const account = String(++accounts)
    const { ask } = iamClient(url, account)
    const { User } = await ask('CreateUser', { UserName: 'alice', Path: '/eng/' })
    const { Arn, UserId, UserName, Path, CreateDate } = childrenOf(User!)
    assert.equal(Arn, `arn:aws:iam::${account}:user/eng/alice`)
    assert.match(textOf(UserId), /^AIDA[A-Z2-7]{17}$/)
    assert.match(textOf(CreateDate), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual([UserName, Path], ['alice', '/eng/'])
    assert.deepEqual((await ask('GetUser', { UserName: 'alice' }))['User'], User)
    const { Users, IsTruncated } = await ask('ListUsers', { PathPrefix: '/en' })
    assert.deepEqual([membersOf(Users), IsTruncated], [[User], 'false'])
  })

  it('is seen from every region, and from no other account', async () => {
    const account = String(++accounts)
    await iamClient(url, account, 'eu-west-1').ask('CreateUser', { UserName: 'bob' })
    const { User } = await iamClient(url, account).ask('GetUser', { UserName: 'bob' })
    assert.equal(childrenOf(User!)['UserName'], 'bob')
    assert.equal(
      await newClient().refusal('GetUser', { UserName: 'bob' }),
      'NoSuchEntity 404: The user with name bob cannot be found.',
    )
  })

  const rows: readonly (readonly [name: string, input: Record<string, string>, told: string])[] = [
    [
      'a taken name, in any case',
      { UserName: 'Taken' },
      'EntityAlreadyExists 409: User with name Taken already exists.',
    ],
    [
      'a bad name',
      { UserName: 'a b' },
      'ValidationError 400: The specified value for userName is invalid. It must contain only alphanumeric characters and/or the following: +=,.@_-',
    ],
    [
      'a long name',
      { UserName: 'x'.repeat(65) },
      "ValidationError 400: 1 validation error detected: Value at 'userName' failed to satisfy constraint: Member must have length less than or equal to 64",
    ],
    [
      'no name',
      {},
      "ValidationError 400: 1 validation error detected: Value at 'userName' failed to satisfy constraint: Member must not be null",
    ],
    [
      'a bad path',
      { UserName: 'x', Path: 'a/' },
      'ValidationError 400: The specified value for path is invalid. It must begin and end with / and contain only alphanumeric characters and/or / characters.',
    ],
    [
      'a boundary that is no policy',
      { UserName: 'x', PermissionsBoundary: 'arn:aws:iam::111122223333:role/x' },
      'InvalidInput 400: ARN arn:aws:iam::111122223333:role/x is not valid.',
    ],
    [
      'a boundary that does not exist',
      { UserName: 'x', PermissionsBoundary: 'arn:aws:iam::111122223333:policy/x' },
      'NoSuchEntity 404: Scope ARN: arn:aws:iam::111122223333:policy/x does not exist or is not attachable.',
    ],
  ]
  for (const [name, input, told] of rows) {
    it(`refuses ${name}`, async () => {
      const { ask, refusal } = newClient()
      await ask('CreateUser', { UserName: 'taken' })
      assert.equal(await refusal('CreateUser', input), told)
    })
  }
})

describe('tags of users', () => {
  it('are told apart whatever their case', async () => {
    const { ask, refusal } = newClient()
    const twice = [
      { Key: 'a', Value: '1' },
      { Key: 'A', Value: '2' },
    ]
    assert.equal(
      await refusal('CreateUser', { UserName: 'u', Tags: twice }),
      'InvalidInput 400: Duplicate tag keys found. Please note that Tag keys are case insensitive.',
    )
    await ask('CreateUser', { UserName: 'u', Tags: [twice[0]!, { Key: 'b', Value: '' }] })
    await ask('TagUser', { UserName: 'u', Tags: [twice[1]!] })
    const { Tags } = await ask('ListUserTags', { UserName: 'u' })
    assert.deepEqual(
      [textsOf(Tags, 'Key'), textsOf(Tags, 'Value')],
      [
        ['A', 'b'],
        ['2', ''],
      ],
    )
    await ask('UntagUser', { UserName: 'u', TagKeys: ['B'] })
    assert.deepEqual(textsOf((await ask('ListUserTags', { UserName: 'u' }))['Tags'], 'Key'), ['A'])
  })

  it('are fifty at most', async () => {
    const { ask, refusal } = newClient()
    const tags = Array.from({ length: 51 }, (_, i) => ({ Key: `k${i}`, Value: '' }))
    assert.equal(
      await refusal('CreateUser', { UserName: 'u', Tags: tags }),
      "ValidationError 400: 1 validation error detected: Value at 'tags' failed to satisfy constraint: Member must have length less than or equal to 50",
    )
    await ask('CreateUser', { UserName: 'u', Tags: tags.slice(0, 50) })
    assert.equal(
      await refusal('TagUser', { UserName: 'u', Tags: tags.slice(50) }),
      'LimitExceeded 409: The number of tags has reached the maximum limit.',
    )
  })

  it('have a grammar', async () => {
    const { refusal } = newClient()
    const pattern = '[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]+'
    assert.equal(
      await refusal('TagUser', { UserName: 'u', Tags: [{ Key: 'a!', Value: '' }] }),
      `ValidationError 400: 1 validation error detected: Value at 'tags.1.member.key' failed to satisfy constraint: Member must satisfy regular expression pattern: ${pattern}`,
    )
    assert.equal(
      await refusal('UntagUser', { UserName: 'u', TagKeys: ['a!'] }),
      `ValidationError 400: 1 validation error detected: Value at 'tagKeys' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 128, Member must have length greater than or equal to 1, Member must satisfy regular expression pattern: ${pattern}, Member must not be null]`,
    )
  })
})

describe('ListUsers', () => {
  it('has pages, whose markers are good for the same list only', async () => {
    const { ask, refusal } = newClient()
    for (const name of ['c', 'A', 'b']) await ask('CreateUser', { UserName: name })
    const first = await ask('ListUsers', { MaxItems: 2 })
    assert.deepEqual(textsOf(first['Users'], 'UserName'), ['A', 'b'])
    assert.equal(first['IsTruncated'], 'true')
    const Marker = textOf(first['Marker'])
    const second = await ask('ListUsers', { MaxItems: 2, Marker })
    assert.deepEqual(textsOf(second['Users'], 'UserName'), ['c'])
    assert.deepEqual([second['IsTruncated'], second['Marker']], ['false', undefined])
    assert.equal(await refusal('ListGroups', { Marker }), 'ValidationError 400: Invalid Marker.')
    assert.equal(
      await refusal('ListUsers', { MaxItems: 1001 }),
      "ValidationError 400: 1 validation error detected: Value '1001' at 'maxItems' failed to satisfy constraint: Member must have value less than or equal to 1000",
    )
  })
})

describe('UpdateUser', () => {
  it('renames a user with its keys, and keeps its id', async () => {
    const { ask, refusal } = newClient()
    const { User } = await ask('CreateUser', { UserName: 'old' })
    await ask('CreateAccessKey', { UserName: 'old' })
    await ask('UpdateUser', { UserName: 'old', NewUserName: 'new', NewPath: '/p/' })
    const renamed = childrenOf((await ask('GetUser', { UserName: 'new' }))['User']!)
    assert.deepEqual([renamed['UserId'], renamed['Path']], [childrenOf(User!)['UserId'], '/p/'])
    const { AccessKeyMetadata } = await ask('ListAccessKeys', { UserName: 'new' })
    assert.deepEqual(textsOf(AccessKeyMetadata, 'UserName'), ['new'])
    assert.equal(
      await refusal('GetUser', { UserName: 'old' }),
      'NoSuchEntity 404: The user with name old cannot be found.',
    )
    await ask('CreateUser', { UserName: 'other' })
    assert.equal(
      await refusal('UpdateUser', { UserName: 'other', NewUserName: 'NEW' }),
      'EntityAlreadyExists 409: User with name NEW already exists.',
    )
    await ask('UpdateUser', { UserName: 'new', NewUserName: 'New' })
    const again = childrenOf((await ask('GetUser', { UserName: 'New' }))['User']!)
    assert.deepEqual([again['UserName'], again['UserId']], ['New', renamed['UserId']])
  })
})

describe('DeleteUser', () => {
  it('refuses a user that still has something', async () => {
    const { ask, refusal } = newClient()
    const u = { UserName: 'u' }
    await ask('CreateUser', u)
    const told = async () => (await refusal('DeleteUser', u)).replace('DeleteConflict 409: ', '')
    await ask('CreateGroup', { GroupName: 'g' })
    await ask('AddUserToGroup', { ...u, GroupName: 'g' })
    assert.equal(await told(), 'Cannot delete entity, must remove users from group first.')
    const { AccessKey } = await ask('CreateAccessKey', u)
    assert.equal(await told(), 'Cannot delete entity, must delete access keys first.')
    const PolicyArn = 'arn:aws:iam::aws:policy/AdministratorAccess'
    await ask('AttachUserPolicy', { ...u, PolicyArn })
    assert.equal(await told(), 'Cannot delete entity, must detach all policies first.')
    await ask('DetachUserPolicy', { ...u, PolicyArn })
    await ask('RemoveUserFromGroup', { ...u, GroupName: 'g' })
    const AccessKeyId = textOf(childrenOf(AccessKey!)['AccessKeyId'])
    await ask('DeleteAccessKey', { ...u, AccessKeyId })
    await ask('DeleteUser', u)
    assert.match(await refusal('DeleteUser', u), /^NoSuchEntity 404/)
  })
})

describe('access keys', () => {
  it('show their secret once', async () => {
    const { ask } = newClient()
    await ask('CreateUser', { UserName: 'u' })
    const { AccessKey } = await ask('CreateAccessKey', { UserName: 'u' })
    const { AccessKeyId, SecretAccessKey, Status } = childrenOf(AccessKey!)
    assert.match(textOf(AccessKeyId), /^AKIA[A-Z2-7]{16}$/)
    assert.equal(textOf(SecretAccessKey).length, 40)
    assert.equal(Status, 'Active')
    const [listed] = membersOf(
      (await ask('ListAccessKeys', { UserName: 'u' }))['AccessKeyMetadata'],
    )
    assert.deepEqual(Object.keys(childrenOf(listed!)).sort(), [
      'AccessKeyId',
      'CreateDate',
      'Status',
      'UserName',
    ])
    const { UserName, AccessKeyLastUsed } = await ask('GetAccessKeyLastUsed', {
      AccessKeyId: textOf(AccessKeyId),
    })
    assert.deepEqual([UserName, AccessKeyLastUsed], ['u', { ServiceName: 'N/A', Region: 'N/A' }])
  })

  it('are two at most, and can be switched off', async () => {
    const { ask, refusal } = newClient()
    const u = { UserName: 'u' }
    await ask('CreateUser', u)
    await ask('CreateAccessKey', u)
    await ask('CreateAccessKey', u)
    assert.equal(
      await refusal('CreateAccessKey', u),
      'LimitExceeded 409: Cannot exceed quota for AccessKeysPerUser: 2',
    )
    const [AccessKeyId = ''] = textsOf(
      (await ask('ListAccessKeys', u))['AccessKeyMetadata'],
      'AccessKeyId',
    )
    await ask('UpdateAccessKey', { ...u, AccessKeyId, Status: 'Inactive' })
    const { AccessKeyMetadata } = await ask('ListAccessKeys', u)
    assert.deepEqual(textsOf(AccessKeyMetadata, 'Status'), ['Inactive', 'Active'])
    await ask('DeleteAccessKey', { ...u, AccessKeyId })
    assert.equal(
      await refusal('DeleteAccessKey', { ...u, AccessKeyId }),
      `NoSuchEntity 404: The Access Key with id ${AccessKeyId} cannot be found.`,
    )
  })

  it('belong to the root if nobody is named in open mode', async () => {
    const account = String(++accounts)
    const { ask, refusal } = iamClient(url, account)
    const { AccessKey } = await ask('CreateAccessKey')
    const { AccessKeyMetadata } = await ask('ListAccessKeys')
    const AccessKeyId = textOf(childrenOf(AccessKey!)['AccessKeyId'])
    assert.deepEqual(textsOf(AccessKeyMetadata, 'AccessKeyId'), [AccessKeyId])
    const { User } = await ask('GetUser')
    assert.equal(childrenOf(User!)['Arn'], `arn:aws:iam::${account}:root`)
    assert.match(
      await newClient().refusal('GetAccessKeyLastUsed', { AccessKeyId }),
      /^AccessDenied 403: User: arn:aws:iam::\d+:root is not authorized to perform iam:GetAccessKeyLastUsed on resource: access key /,
    )
    assert.match(await refusal('CreateAccessKey', { UserName: 'nobody' }), /^NoSuchEntity 404/)
  })
})
