/** AWS CLI commands about backups: from the creation of one to its deletion, with a restore. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface Details {
  readonly BackupArn: string
  readonly BackupStatus: string
}

interface BackupAnswer {
  readonly BackupDetails?: Details
  readonly BackupDescription?: { readonly BackupDetails: Details }
  readonly BackupSummaries?: readonly Details[]
}

const pollMs = 100

/** `cli` calls DynamoDB. The table has an item at least. */
export async function testBackups(cli: Cli, tableName: string, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  const named = ['--table-name', tableName]
  const backup = async (...args: readonly string[]) => (await cli(...args)) as BackupAnswer
  let arn: readonly string[] = []
  await check('create-backup, describe-backup and list-backups', async () => {
    const { BackupDetails } = await backup('create-backup', ...named, '--backup-name', 'cli-backup')
    assert.equal(BackupDetails?.BackupStatus, 'CREATING')
    arn = ['--backup-arn', BackupDetails.BackupArn]
    for (;;) {
      const { BackupDescription } = await backup('describe-backup', ...arn)
      if (BackupDescription?.BackupDetails.BackupStatus === 'AVAILABLE') break
      await pause(pollMs)
    }
    const { BackupSummaries = [] } = await backup('list-backups', ...named)
    assert.deepEqual(
      BackupSummaries.map(({ BackupArn }) => BackupArn),
      [BackupDetails.BackupArn],
    )
  })
  await check('restore-table-from-backup', async () => {
    const target = ['--table-name', `${tableName}-restored`]
    await cli('restore-table-from-backup', '--target-table-name', target[1]!, ...arn)
    await cli('wait', 'table-exists', ...target)
    const before = await cli('scan', ...named)
    const after = await cli('scan', ...target)
    assert.deepEqual(after.Items, before.Items)
    await cli('delete-table', ...target)
  })
  await check('delete-backup', async () => {
    const { BackupDescription } = await backup('delete-backup', ...arn)
    assert.equal(BackupDescription?.BackupDetails.BackupStatus, 'DELETED')
    await assert.rejects(cli('describe-backup', ...arn), /\(BackupNotFoundException\)/)
  })
}
