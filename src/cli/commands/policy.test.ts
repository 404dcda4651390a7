/** `gramme policy`, as a person calls it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { IamStore } from '../../iam/iam-store.js'
import { policyText, testGroup, testRole, testUser, writeOf } from '../../iam/iam-suite.js'
import { openStore } from '../../server/open-store.js'
import { readOptions } from '../../server/options.js'
import { systemRandom } from '../../stdx/random.js'
import { AccessStamp } from '../../storage/access-stamp.js'

const main = fileURLToPath(new URL('../main.js', import.meta.url))
const table = 'arn:aws:dynamodb:eu-central-1:111122223333:table/Orders'
let folder = ''

function policy(...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, 'policy', ...args],
      { cwd: folder },
      (_, out, err) => resolve(`${child.exitCode} ${out}${err}`.trim()),
    )
  })
}

const own = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'OwnOrders',
      Effect: 'Allow',
      Action: ['dynamodb:GetItem', 'dynamodb:Query'],
      Resource: table,
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['ann'] } },
    },
    { Effect: 'Deny', Action: 'dynamodb:DeleteTable', Resource: '*' },
  ],
}

const account = '111122223333'

/** A user with a policy, who is in a group, and a role that trusts her. */
async function fillStore(dataDir: string): Promise<void> {
  const { engine } = await openStore(readOptions({ dataDir }))
  const store = new IamStore(engine, new AccessStamp(engine, systemRandom))
  const inlinePolicies = { own: JSON.stringify(own) }
  const trust = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: annArn } }
  const writes = [
    writeOf(
      'group',
      testGroup('staff', { inlinePolicies: { scan: policyText('Deny', 'dynamodb:Scan') } }),
    ),
    writeOf('user', testUser('ann', { inlinePolicies, groups: ['staff'], path: '/team/' })),
    writeOf(
      'role',
      testRole('readers', {
        trustPolicy: JSON.stringify({ Statement: trust }),
        attachedPolicies: ['arn:aws:iam::aws:policy/AdministratorAccess'],
      }),
    ),
  ]
  await store.change([], () => ({ writes, result: undefined }))
  await engine.close()
}

const annArn = `arn:aws:iam::${account}:user/team/ann`

describe('gramme policy', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    await writeFile(join(folder, 'own.json'), JSON.stringify(own))
    const typo = JSON.stringify(own).replace('dynamodb:Query', 'dynamodb:Queri')
    await writeFile(join(folder, 'typo.json'), typo)
    await writeFile(join(folder, 'broken.json'), '{')
    const grant = { Effect: 'Allow', Action: 'dynamodb:Scan', Resource: table, Principal: '*' }
    await writeFile(join(folder, 'table.json'), JSON.stringify({ Statement: grant }))
  })
  after(() => rm(folder, { recursive: true }))

  const explain = (...args: readonly string[]) =>
    policy('explain', '--policy', 'own.json', '--resource', table, ...args)

  it('explains what allows a request', async () => {
    assert.equal(
      await explain('--action', 'dynamodb:GetItem', '--key', 'dynamodb:LeadingKeys=ann'),
      '0 Allowed by statement 1 (OwnOrders) of own.json, the identity-based policy.',
    )
    assert.equal(
      await explain('--action', 'dynamodb:Scan', '--resource-policy', 'table.json'),
      '0 Allowed by statement 1 of table.json, the resource-based policy.',
    )
    assert.equal(
      await explain('--action', 'dynamodb:Scan', '--principal', 'arn:aws:iam::111122223333:root'),
      '0 Allowed: the root user of an account may do everything.',
    )
  })

  it('explains what denies it', async () => {
    assert.equal(
      await explain('--action', 'dynamodb:DeleteTable'),
      '1 Denied by statement 2 of own.json, the identity-based policy.',
    )
    const keys = ['ann', 'bob'].flatMap((key) => ['--key', `dynamodb:LeadingKeys=${key}`])
    assert.equal(
      await explain('--action', 'dynamodb:GetItem', ...keys),
      '1 Denied: no identity-based policy allows it.',
    )
    assert.equal(
      await explain('--action', 'dynamodb:GetItem', '--boundary', 'typo.json', '--key', 'a=b'),
      '0 Allowed by statement 1 (OwnOrders) of own.json, the identity-based policy.',
    )
  })

  it('explains what the principals of a store may do', async () => {
    await fillStore(join(folder, 'data'))
    const stored = (principal: string, action: string, ...args: readonly string[]) =>
      policy(
        'explain',
        '--stored',
        '--data-dir',
        'data',
        '--principal',
        principal,
        '--action',
        action,
        ...args,
      )
    const onTable = ['--resource', table]
    assert.equal(
      await stored(annArn, 'dynamodb:GetItem', ...onTable, '--key', 'dynamodb:LeadingKeys=ann'),
      '0 Allowed by statement 1 (OwnOrders) of inline policy own of user ann, the identity-based policy.',
    )
    assert.equal(
      await stored(annArn, 'dynamodb:Scan', ...onTable),
      '1 Denied by statement 1 of inline policy scan of group staff, the identity-based policy.',
    )
    assert.equal(
      await stored(annArn, 'dynamodb:PutItem', ...onTable),
      '1 Denied: no identity-based policy allows it.',
    )
    const role = `arn:aws:iam::${account}:role/readers`
    assert.equal(
      await stored(annArn, 'sts:AssumeRole', '--resource', role),
      '0 Allowed by statement 1 of trust policy of role readers, the role trust policy.',
    )
    const session = `arn:aws:sts::${account}:assumed-role/readers/s`
    assert.match(
      await stored(session, 'dynamodb:Scan', ...onTable),
      /^0 Allowed by statement 1 of policy arn/,
    )
    const narrowed = ['--session-policy', 'own.json', ...onTable]
    assert.equal(
      await stored(session, 'dynamodb:Scan', ...narrowed),
      '1 Denied: no session policy allows it.',
    )
    assert.match(
      await stored(annArn.replace('team/', ''), 'a:b', ...onTable),
      /The store has no principal/,
    )
    assert.match(
      await stored(annArn, 'a:b', ...onTable, '--policy', 'own.json'),
      /--policy cannot be used/,
    )
  })

  it('finds mistakes', async () => {
    assert.equal(await policy('check', 'own.json'), '0 Nothing was found.')
    assert.equal(
      await policy('check', 'own.json', 'typo.json', 'broken.json', 'table.json'),
      [
        '1 typo.json: statement 1: DynamoDB has no action dynamodb:Queri.',
        'broken.json: The policy is not valid JSON.',
        'table.json: statement 1: It allows everyone, without a condition.',
      ].join('\n'),
    )
  })

  it('says what it needs', async () => {
    assert.match(await policy(), /gramme policy needs check or explain/)
    assert.match(await policy('check'), /gramme policy check needs a file/)
    assert.match(await policy('check', 'none.json'), /The file none.json cannot be read/)
    assert.match(await policy('explain'), /needs --action/)
    assert.match(await explain('--action', 'a:b', '--key', 'k'), /--key needs name=value, not 'k'/)
    assert.match(await explain('--action', 'a:b', '--principal', 'me'), /'me' is not the ARN/)
  })
})
