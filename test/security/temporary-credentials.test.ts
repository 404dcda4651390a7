/** Temporary credentials over the wire, with the AWS SDK: how they are got, and what they are good for. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  AssumeRoleCommand,
  AssumeRoleWithWebIdentityCommand,
  GetAccessKeyInfoCommand,
  GetCallerIdentityCommand,
  GetFederationTokenCommand,
  GetSessionTokenCommand,
  STSClient,
  type Credentials,
} from '@aws-sdk/client-sts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createGramme, type Gramme } from '../../src/server/gramme.js'
import { exchangeForm } from '../support/iam-form.js'

interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

const account = '000000000000'
const root: Key = { accessKeyId: 'admin', secretAccessKey: 'correct-horse-battery' }
const roleArn = `arn:aws:iam::${account}:role/readers`
const tableArn = `arn:aws:dynamodb:us-east-1:${account}:table/things`
const issuer = 'https://issuer.example'
const provider = `arn:aws:iam::${account}:oidc-provider/issuer.example`
const wanted = { RoleArn: roleArn, RoleSessionName: 'work' }

let gramme: Gramme
let folder = ''
let ann: Key
const signer = await generateKeyPair('RS256')

const region = 'us-east-1'
const options = (credentials: Key, url = gramme.address.url) => ({
  endpoint: url,
  region,
  // A copy, because the client marks what it gets.
  credentials: { ...credentials },
  maxAttempts: 1,
})

function sts(key: Key, url?: string): STSClient {
  const client = new STSClient(options(key, url))
  after(() => client.destroy())
  return client
}

function keyOf({ Credentials: given }: { readonly Credentials?: Credentials }): Key {
  assert.ok(given !== undefined)
  assert.ok(given.Expiration! > new Date())
  return {
    accessKeyId: given.AccessKeyId!,
    secretAccessKey: given.SecretAccessKey!,
    sessionToken: given.SessionToken!,
  }
}

/** `allowed`, or the refusal. */
async function outcome(key: Key, kind: 'get' | 'put'): Promise<string> {
  const client = new DynamoDBClient(options(key))
  const item = { pk: { S: 'a' } }
  try {
    await (kind === 'get'
      ? client.send(new GetItemCommand({ TableName: 'things', Key: item }))
      : client.send(new PutItemCommand({ TableName: 'things', Item: item })))
    return 'allowed'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  } finally {
    client.destroy()
  }
}

function allowing(Action: string, more: object = { Resource: '*' }): string {
  const Statement = [{ Effect: 'Allow', Action, ...more }]
  return JSON.stringify({ Version: '2012-10-17', Statement })
}

const iam = (parameters: Readonly<Record<string, string>>, url = gramme.address.url) =>
  exchangeForm(url, root, parameters)

async function makeRole(name: string, trust: string, policy: string): Promise<void> {
  await iam({ Action: 'CreateRole', RoleName: name, AssumeRolePolicyDocument: trust })
  const named = { RoleName: name, PolicyName: 'all', PolicyDocument: policy }
  await iam({ Action: 'PutRolePolicy', ...named })
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
  const oidcKeys = join(folder, 'keys.json')
  const key = { ...(await exportJWK(signer.publicKey)), kid: 'k1', alg: 'RS256' }
  await writeFile(oidcKeys, JSON.stringify({ [issuer]: { keys: [key] } }))
  gramme = createGramme({
    port: 0,
    inMemory: true,
    auth: 'iam',
    logLevel: 'silent',
    rootAccessKeyId: root.accessKeyId,
    rootSecretAccessKey: root.secretAccessKey,
    oidcKeys,
  })
  await gramme.start()
  const client = new DynamoDBClient(options(root))
  await client.send(
    new CreateTableCommand({
      TableName: 'things',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  client.destroy()
  await iam({ Action: 'CreateUser', UserName: 'ann' })
  const made = await iam({ Action: 'CreateAccessKey', UserName: 'ann' })
  const element = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(made)![1]!
  ann = { accessKeyId: element('AccessKeyId'), secretAccessKey: element('SecretAccessKey') }
  const trusting = { Principal: { AWS: `arn:aws:iam::${account}:user/ann` } }
  await makeRole('readers', allowing('sts:AssumeRole', trusting), allowing('dynamodb:GetItem'))
})

after(async () => {
  await gramme.stop()
  await rm(folder, { recursive: true })
})

describe('a session of a role', () => {
  it('has the rights of the role, and says who it is', async () => {
    assert.match(await outcome(ann, 'get'), /^AccessDeniedException: User: arn:aws:iam::/)
    const answer = await sts(ann).send(new AssumeRoleCommand(wanted))
    const key = keyOf(answer)
    const arn = `arn:aws:sts::${account}:assumed-role/readers/work`
    assert.equal(answer.AssumedRoleUser!.Arn, arn)
    assert.equal(await outcome(key, 'get'), 'allowed')
    assert.equal(
      await outcome(key, 'put'),
      `AccessDeniedException: User: ${arn} is not authorized to perform: dynamodb:PutItem on resource: ${tableArn} because no identity-based policy allows the dynamodb:PutItem action`,
    )
    const who = await sts(key).send(new GetCallerIdentityCommand({}))
    assert.equal(who.Arn, arn)
    assert.equal(who.UserId, answer.AssumedRoleUser!.AssumedRoleId)
    assert.match(who.UserId!, /^AROA[A-Z0-9]{17}:work$/)
    const info = new GetAccessKeyInfoCommand({ AccessKeyId: key.accessKeyId })
    assert.equal((await sts(root).send(info)).Account, account)
  })

  it('is narrowed by its own policy', async () => {
    const Policy = allowing('dynamodb:PutItem')
    const key = keyOf(await sts(ann).send(new AssumeRoleCommand({ ...wanted, Policy })))
    assert.match(
      await outcome(key, 'get'),
      /because no session policy allows the dynamodb:GetItem action$/,
    )
    assert.match(await outcome(key, 'put'), /because no identity-based policy allows/)
  })

  it('needs its token, whole and with its own key', async () => {
    const [key, other] = [
      keyOf(await sts(ann).send(new AssumeRoleCommand(wanted))),
      keyOf(await sts(ann).send(new AssumeRoleCommand(wanted))),
    ]
    const token = key.sessionToken!
    const middle = token.length >> 1
    const changed = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
    const wrong: readonly Key[] = [
      { accessKeyId: key.accessKeyId, secretAccessKey: key.secretAccessKey },
      { ...key, sessionToken: changed },
      { ...key, sessionToken: other.sessionToken! },
      { ...key, accessKeyId: other.accessKeyId },
      { ...ann, sessionToken: token },
    ]
    for (const each of wrong) {
      assert.match(await outcome(each, 'get'), /^UnrecognizedClientException: The security token/)
    }
    const forged = { ...key, secretAccessKey: other.secretAccessKey }
    assert.match(await outcome(forged, 'get'), /^InvalidSignatureException/)
    assert.equal(await outcome(key, 'get'), 'allowed')
  })

  it('ends with its role', async () => {
    const trusting = { Principal: { AWS: `arn:aws:iam::${account}:user/ann` } }
    const make = () =>
      makeRole('brief', allowing('sts:AssumeRole', trusting), allowing('dynamodb:*'))
    await make()
    const RoleArn = roleArn.replace('readers', 'brief')
    const key = keyOf(await sts(ann).send(new AssumeRoleCommand({ ...wanted, RoleArn })))
    assert.equal(await outcome(key, 'put'), 'allowed')
    await iam({ Action: 'DeleteRolePolicy', RoleName: 'brief', PolicyName: 'all' })
    assert.match(await outcome(key, 'put'), /^AccessDeniedException/)
    await iam({ Action: 'DeleteRole', RoleName: 'brief' })
    assert.notEqual(await outcome(key, 'put'), 'allowed')
    // A new one of the same name is another one.
    await make()
    assert.notEqual(await outcome(key, 'put'), 'allowed')
  })

  it('is not for whom the role does not trust', async () => {
    const RoleArn = roleArn.replace('readers', 'nobody')
    for (const asked of [
      { ...wanted, RoleArn },
      { ...wanted, Tags: [{ Key: 'a', Value: 'b' }] },
    ]) {
      await assert.rejects(sts(ann).send(new AssumeRoleCommand(asked)), {
        name: 'AccessDenied',
        $fault: 'client',
        message: new RegExp(
          `^User: arn:aws:iam::${account}:user/ann is not authorized to perform: sts:\\w+ on resource: ${asked.RoleArn}$`,
        ),
      })
    }
    await assert.rejects(sts(root).send(new AssumeRoleCommand(wanted)), {
      name: 'AccessDenied',
      message: 'Roles may not be assumed by root accounts.',
    })
    const long = { ...wanted, DurationSeconds: 3601 }
    await assert.rejects(sts(ann).send(new AssumeRoleCommand(long)), {
      name: 'ValidationError',
      message: 'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    })
    const broken = { ...wanted, Policy: '{' }
    await assert.rejects(sts(ann).send(new AssumeRoleCommand(broken)), {
      name: 'MalformedPolicyDocumentException',
    })
  })
})

describe('a session of a user', () => {
  it('is the user', async () => {
    const key = keyOf(await sts(root).send(new GetSessionTokenCommand({})))
    assert.equal(await outcome(key, 'put'), 'allowed')
    const own = keyOf(await sts(ann).send(new GetSessionTokenCommand({ DurationSeconds: 900 })))
    assert.match(await outcome(own, 'get'), /^AccessDeniedException/)
    const assumed = keyOf(await sts(own).send(new AssumeRoleCommand(wanted)))
    assert.equal(await outcome(assumed, 'get'), 'allowed')
    await assert.rejects(sts(own).send(new GetSessionTokenCommand({})), {
      name: 'AccessDenied',
      message: 'Cannot call GetSessionToken with session credentials',
    })
  })

  it('for somebody else needs a policy, and the right to make it', async () => {
    const guest = { Name: 'guest', Policy: allowing('dynamodb:GetItem') }
    await assert.rejects(sts(ann).send(new GetFederationTokenCommand(guest)), {
      name: 'AccessDenied',
      message: `User: arn:aws:iam::${account}:user/ann is not authorized to perform: sts:GetFederationToken on resource: arn:aws:sts::${account}:federated-user/guest because no identity-based policy allows the sts:GetFederationToken action`,
    })
    const both = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['sts:GetFederationToken', 'dynamodb:*'], Resource: '*' },
      ],
    })
    const named = { UserName: 'ann', PolicyName: 'both', PolicyDocument: both }
    await iam({ Action: 'PutUserPolicy', ...named })
    const key = keyOf(await sts(ann).send(new GetFederationTokenCommand(guest)))
    assert.equal(await outcome(key, 'get'), 'allowed')
    assert.match(await outcome(key, 'put'), /because no session policy allows/)
    const bare = keyOf(await sts(ann).send(new GetFederationTokenCommand({ Name: 'guest' })))
    assert.match(await outcome(bare, 'get'), /^AccessDeniedException/)
    await iam({ Action: 'DeleteUserPolicy', UserName: 'ann', PolicyName: 'both' })
    assert.match(await outcome(key, 'get'), /^AccessDeniedException/)
  })
})

describe('a session of a web identity', () => {
  const tokenFor = (sub: string) =>
    new SignJWT({ sub, aud: 'app' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(signer.privateKey)

  before(async () => {
    await iam({
      Action: 'CreateOpenIDConnectProvider',
      Url: issuer,
      'ClientIDList.member.1': 'app',
      'ThumbprintList.member.1': 'a'.repeat(40),
    })
    const trust = allowing('sts:AssumeRoleWithWebIdentity', {
      Principal: { Federated: provider },
      Condition: { StringLike: { 'issuer.example:sub': 'user-*' } },
    })
    const own = allowing('dynamodb:*', {
      Resource: '*',
      Condition: {
        'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['${issuer.example:sub}'] },
      },
    })
    await makeRole('web', trust, own)
  })

  /** Without any credentials. */
  async function assume(token: string) {
    const client = new STSClient({ endpoint: gramme.address.url, region, maxAttempts: 1 })
    const RoleArn = roleArn.replace('readers', 'web')
    const input = { RoleArn, RoleSessionName: 'web', WebIdentityToken: token }
    try {
      return await client.send(new AssumeRoleWithWebIdentityCommand(input))
    } finally {
      client.destroy()
    }
  }

  it('is got without a signature, and reaches its own items', async () => {
    const answer = await assume(await tokenFor('user-1'))
    assert.equal(answer.SubjectFromWebIdentityToken, 'user-1')
    assert.equal(answer.Provider, provider)
    assert.equal(answer.Audience, 'app')
    const key = keyOf(answer)
    assert.match(await outcome(key, 'get'), /^AccessDeniedException/)
    const client = new DynamoDBClient(options(key))
    await client.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: 'user-1' } } }))
    client.destroy()
  })

  it('is refused to others', async () => {
    await assert.rejects(assume(await tokenFor('stranger')), {
      name: 'AccessDenied',
      message: 'Not authorized to perform sts:AssumeRoleWithWebIdentity',
    })
    const [header, payload] = (await tokenFor('user-1')).split('.')
    await assert.rejects(assume(`${header}.${payload}.AAAA`), {
      name: 'InvalidIdentityTokenException',
    })
  })

  it('is the only thing that is got without a signature', async () => {
    for (const Action of ['GetCallerIdentity', 'AssumeRole', 'GetSessionToken']) {
      const body = new URLSearchParams({ Action, Version: '2011-06-15' }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(gramme.address.url, { method: 'POST', body, headers })
      assert.equal(answer.status, 403)
      assert.match(await answer.text(), /<Code>MissingAuthenticationToken<\/Code>/)
    }
  })
})

describe('open mode', () => {
  it('gives sessions of roles that exist, and accepts them as any credentials', async () => {
    const open = createGramme({ port: 0, inMemory: true, logLevel: 'silent' })
    await open.start()
    try {
      const { url } = open.address
      const trust = allowing('sts:AssumeRole', { Principal: { AWS: '999988887777' } })
      const made = { RoleName: 'readers', AssumeRolePolicyDocument: trust }
      await iam({ Action: 'CreateRole', ...made }, url)
      const key = keyOf(await sts(root, url).send(new AssumeRoleCommand(wanted)))
      const who = await sts(key, url).send(new GetCallerIdentityCommand({}))
      assert.equal(who.Arn, `arn:aws:iam::${account}:root`)
      const missing = { ...wanted, RoleArn: roleArn.replace('readers', 'none') }
      await assert.rejects(sts(root, url).send(new AssumeRoleCommand(missing)), {
        name: 'AccessDenied',
      })
    } finally {
      await open.stop()
    }
  })
})
