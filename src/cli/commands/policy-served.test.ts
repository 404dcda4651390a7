/** `gramme policy explain --endpoint`, as a person calls it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exchangeForm } from '../../../test/support/iam-form.js'
import { rootKey, startIamServer } from '../../../test/support/iam-server.js'

const main = fileURLToPath(new URL('../main.js', import.meta.url))
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/Orders'
const ann = 'arn:aws:iam::000000000000:user/ann'
const folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
const server = await startIamServer()
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const own = `{ "Version": "2012-10-17", "Statement": [
  { "Sid": "OwnOrders", "Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*",
    "Condition": { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["ann"] } } },
  { "Effect": "Deny", "Action": "dynamodb:DeleteTable", "Resource": "*" }
] }`
const queries =
  '{ "Version": "2012-10-17", "Statement": { "Effect": "Allow", "Action": "dynamodb:Query", "Resource": "*" } }'
await writeFile(join(folder, 'own.json'), own)
await writeFile(join(folder, 'queries.json'), queries)

function explain(...args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    AWS_ACCESS_KEY_ID: rootKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: rootKey.secretAccessKey,
  }
  const all = [main, 'policy', 'explain', '--endpoint', server.url, '--resource', table, ...args]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, all, { cwd: folder, env }, (_, out, err) =>
      resolve(`${child.exitCode} ${out}${err}`.trim()),
    )
  })
}

describe('gramme policy explain --endpoint', () => {
  it('names the statement of a user of the server that decides', async () => {
    await exchangeForm(server.url, rootKey, { Action: 'CreateUser', UserName: 'ann' })
    const named = { UserName: 'ann', PolicyName: 'own', PolicyDocument: own }
    await exchangeForm(server.url, rootKey, { Action: 'PutUserPolicy', ...named })
    const ofAnn = (action: string, ...args: readonly string[]) =>
      explain('--principal', ann, '--action', action, ...args)
    assert.equal(
      await ofAnn('dynamodb:GetItem', '--key', 'dynamodb:LeadingKeys=ann'),
      '0 Allowed by the statement in line 2, column 3 of inline policy own of user ann.',
    )
    assert.equal(
      await ofAnn('dynamodb:DeleteTable'),
      '1 Denied by the statement in line 4, column 3 of inline policy own of user ann.',
    )
    assert.equal(await ofAnn('dynamodb:Scan'), '1 Denied: no identity-based policy allows it.')
    assert.equal(
      await ofAnn('dynamodb:Query', '--policy', 'queries.json'),
      '0 Allowed by statement 1 of queries.json, the identity-based policy.',
    )
    assert.equal(
      await ofAnn('dynamodb:GetItem', '--boundary', 'queries.json'),
      '1 Denied: no permissions boundary allows it.',
    )
  })

  it('asks about policies that nobody has', async () => {
    assert.equal(
      await explain('--policy', 'own.json', '--action', 'dynamodb:DeleteTable'),
      '1 Denied by statement 2 of own.json, the identity-based policy.',
    )
    assert.equal(
      await explain(
        '--policy',
        'own.json',
        '--action',
        'dynamodb:GetItem',
        '--key',
        'dynamodb:LeadingKeys=ann',
      ),
      '0 Allowed by statement 1 (OwnOrders) of own.json, the identity-based policy.',
    )
  })

  it('says what it needs', async () => {
    assert.match(await explain('--action', 'a:b'), /^2 .*needs --principal or --policy\.$/)
    assert.match(
      await explain('--stored', '--action', 'a:b'),
      /^2 .*--stored cannot be used with --endpoint\.$/,
    )
    assert.match(
      await explain('--action', 'a:b', '--principal', `${ann}a`),
      /^1 .* refused SimulatePrincipalPolicy: The user with name anna cannot be found\.$/,
    )
  })
})
