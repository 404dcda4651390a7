/** AWS CLI commands about recovery: a table is exported, imported from that export, and restored. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface Transfer {
  readonly ExportArn?: string
  readonly ExportStatus?: string
  readonly ExportManifest?: string
  readonly ImportArn?: string
  readonly ImportStatus?: string
}

interface TransferAnswer {
  readonly ExportDescription?: Transfer
  readonly ExportSummaries?: readonly Transfer[]
  readonly ImportTableDescription?: Transfer
  readonly ImportSummaryList?: readonly Transfer[]
  readonly ContinuousBackupsDescription?: {
    readonly PointInTimeRecoveryDescription: { readonly PointInTimeRecoveryStatus: string }
  }
}

const pollMs = 100

/** `command` calls any service. The table has an item at least, and a key of two texts. */
export async function testTransfers(command: Cli, tableName: string, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  const cli: Cli = (...args) => command('dynamodb', ...args)
  const ask = async (...args: readonly string[]) => (await cli(...args)) as TransferAnswer
  const named = ['--table-name', tableName]
  let manifest = ''
  await check('update-continuous-backups and describe-continuous-backups', async () => {
    const on = 'PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=7'
    await cli('update-continuous-backups', ...named, '--point-in-time-recovery-specification', on)
    const answer = await ask('describe-continuous-backups', ...named)
    const { PointInTimeRecoveryDescription: found } = answer.ContinuousBackupsDescription!
    assert.equal(found.PointInTimeRecoveryStatus, 'ENABLED')
  })
  await check('export-table-to-point-in-time, describe-export and list-exports', async () => {
    await command('s3api', 'create-bucket', '--bucket', 'cli-exports')
    const tableArn = (await cli('describe-table', ...named)).Table!.TableArn
    const { ExportDescription: begun } = await ask(
      ...['export-table-to-point-in-time', '--table-arn', tableArn, '--s3-bucket', 'cli-exports'],
    )
    const arn = ['--export-arn', begun!.ExportArn!]
    const ended = await untilEnded(
      async () => (await ask('describe-export', ...arn)).ExportDescription!,
    )
    assert.equal(ended.ExportStatus, 'COMPLETED')
    manifest = ended.ExportManifest!
    const { ExportSummaries = [] } = await ask('list-exports', '--table-arn', tableArn)
    assert.deepEqual(
      ExportSummaries.map(({ ExportArn }) => ExportArn),
      [begun!.ExportArn],
    )
  })
  await check('import-table, describe-import and list-imports', async () => {
    const prefix = manifest.replace('manifest-summary.json', 'data/')
    const begun = await ask(
      ...['import-table', '--input-format', 'DYNAMODB_JSON', '--input-compression-type', 'GZIP'],
      ...['--s3-bucket-source', `S3Bucket=cli-exports,S3KeyPrefix=${prefix}`],
      ...['--table-creation-parameters', JSON.stringify(await likeTable(cli, tableName))],
    )
    const arn = ['--import-arn', begun.ImportTableDescription!.ImportArn!]
    const ended = await untilEnded(
      async () => (await ask('describe-import', ...arn)).ImportTableDescription!,
    )
    assert.equal(ended.ImportStatus, 'COMPLETED')
    assert.equal((await ask('list-imports')).ImportSummaryList?.length, 1)
    await requireSameItems(cli, tableName, `${tableName}-imported`)
  })
  await check('restore-table-to-point-in-time', async () => {
    const target = `${tableName}-earlier`
    await cli(
      ...['restore-table-to-point-in-time', '--use-latest-restorable-time'],
      ...['--source-table-name', tableName, '--target-table-name', target],
    )
    await cli('wait', 'table-exists', '--table-name', target)
    await requireSameItems(cli, tableName, target)
  })
  await check('delete-table of what was made', async () => {
    for (const name of ['imported', 'earlier']) {
      await cli('delete-table', '--table-name', `${tableName}-${name}`)
    }
  })
}

async function untilEnded(describe: () => Promise<Transfer>): Promise<Transfer> {
  for (;;) {
    const found = await describe()
    if ((found.ExportStatus ?? found.ImportStatus) !== 'IN_PROGRESS') return found
    await pause(pollMs)
  }
}

async function likeTable(cli: Cli, tableName: string): Promise<object> {
  const { Table } = await cli('describe-table', '--table-name', tableName)
  const { AttributeDefinitions, KeySchema } = Table as unknown as Readonly<Record<string, object>>
  const TableName = `${tableName}-imported`
  return { TableName, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' }
}

async function requireSameItems(cli: Cli, one: string, other: string): Promise<void> {
  const before = await cli('scan', '--table-name', one)
  const after = await cli('scan', '--table-name', other)
  assert.deepEqual(after.Items, before.Items)
}
