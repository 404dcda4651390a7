/** The policy of a table with the AWS CLI, in the forms that it takes documents. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface PolicyAnswer {
  readonly Policy?: string
  readonly RevisionId?: string
}

export async function testPolicies(cli: Cli, tableName: string, tally: Tally): Promise<void> {
  const { Table } = await cli('describe-table', '--table-name', tableName)
  const arn = Table!.TableArn
  const ask = async (command: string, ...args: readonly string[]) =>
    (await cli(command, '--resource-arn', arn, ...args)) as PolicyAnswer
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  const Principal = { AWS: ['111122223333'] }
  const allowed = { Effect: 'Allow', Principal, Action: ['dynamodb:GetItem'], Resource: arn }
  const Action = 'dynamodb:PutResourcePolicy'
  const denied = { Effect: 'Deny', Principal: '*', Action, Resource: arn }
  const documentOf = (statement: object) =>
    JSON.stringify({ Version: '2012-10-17', Statement: statement }, undefined, 2)
  await check('put-resource-policy, read back in one form', async () => {
    const { RevisionId } = await ask('put-resource-policy', '--policy', documentOf(allowed))
    const read = await ask('get-resource-policy')
    assert.equal(read.RevisionId, RevisionId)
    const [statement] = (JSON.parse(read.Policy!) as { Statement: (typeof allowed)[] }).Statement
    assert.deepEqual(statement!.Principal, { AWS: 'arn:aws:iam::111122223333:root' })
    assert.equal(statement!.Action, 'dynamodb:GetItem')
  })
  await check('put-resource-policy that would lock the caller out', async () => {
    const policy = ['--policy', documentOf(denied)]
    await assert.rejects(ask('put-resource-policy', ...policy), /\(AccessDeniedException\)/)
    await ask('put-resource-policy', ...policy, '--confirm-remove-self-resource-access')
    await assert.rejects(
      ask('put-resource-policy', '--policy', documentOf(allowed)),
      /\(AccessDeniedException\).*with an explicit deny in a resource-based policy/,
    )
  })
  await check('delete-resource-policy of an expected revision', async () => {
    const stale = ask('delete-resource-policy', '--expected-revision-id', '1')
    await assert.rejects(stale, /\(PolicyNotFoundException\).*has revision id/)
    await ask('delete-resource-policy')
    await assert.rejects(ask('get-resource-policy'), /\(PolicyNotFoundException\)/)
  })
}
