/**
 * Exporting a table of 1,000,000 items of 300 bytes, and importing what was exported into another one,
 * beside writing the same items with BatchWriteItem.
 *
 * GRAMME_TRANSFER_ITEMS sets another number of items.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../scripts/server-process.js'
import { call, createTable } from './load/call.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, targetLine } from './report.js'
import { fill } from './scale/fill.js'

const name = 'exported'
const bucket = 'bench'
const itemCount = Number(process.env['GRAMME_TRANSFER_ITEMS'] ?? 1_000_000)
const pollMs = 20

type Description = Readonly<Record<string, string | number>>

export async function runTransfers(): Promise<void> {
  await withDataFolder(measure)
}

async function measure(folder: string): Promise<void> {
  using load = new LoadGenerator()
  const dataDir = join(folder, 'data')
  await using server = await startServerProcess({ args: ['--data-dir', dataDir] })
  const { url } = server
  console.log(`A table of ${itemCount} items, on ${machine()}`)
  await mkdir(join(dataDir, 'buckets', bucket), { recursive: true })
  await createTable(url, name)
  const start = performance.now()
  await fill(load, portOf(server), { name, itemCount })
  const bytes = await sizeOf(url, name)
  const written = report('written with BatchWriteItem', start, bytes)
  await call(url, 'UpdateContinuousBackups', {
    TableName: name,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  for (const format of ['DYNAMODB_JSON', 'ION']) {
    const prefix = await exported(url, format, bytes)
    const imported = await importedFrom(url, prefix, format)
    console.log(targetLine(`importing ${format} is faster than BatchWriteItem`, imported > written))
  }
}

/** Returns where the data files are. */
async function exported(url: string, ExportFormat: string, bytes: number): Promise<string> {
  const TableArn = (await described(url, 'DescribeTable', { TableName: name }, 'Table'))['TableArn']
  const start = performance.now()
  const request = { TableArn, S3Bucket: bucket, ExportFormat }
  const begun = await described(url, 'ExportTableToPointInTime', request, 'ExportDescription')
  const { ExportArn } = begun
  const ask = () => described(url, 'DescribeExport', { ExportArn }, 'ExportDescription')
  const ended = await untilEnded(ask, 'ExportStatus')
  report(`exported as ${ExportFormat}`, start, bytes)
  console.log(targetLine(`all ${itemCount} items are exported`, ended['ItemCount'] === itemCount))
  return String(ended['ExportManifest']).replace('manifest-summary.json', 'data/')
}

async function importedFrom(url: string, S3KeyPrefix: string, format: string): Promise<number> {
  const TableName = `imported-${format.toLowerCase()}`
  const start = performance.now()
  const request = {
    S3BucketSource: { S3Bucket: bucket, S3KeyPrefix },
    InputFormat: format,
    InputCompressionType: 'GZIP',
    ClientToken: TableName,
    TableCreationParameters: {
      TableName,
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => {
        return { AttributeName, AttributeType: 'S' }
      }),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    },
  }
  const begun = await described(url, 'ImportTable', request, 'ImportTableDescription')
  const { ImportArn } = begun
  const ask = () => described(url, 'DescribeImport', { ImportArn }, 'ImportTableDescription')
  await untilEnded(ask, 'ImportStatus')
  return report(`imported from ${format}`, start, await sizeOf(url, TableName))
}

async function untilEnded(ask: () => Promise<Description>, member: string): Promise<Description> {
  for (;;) {
    const description = await ask()
    if (description[member] === 'COMPLETED') return description
    if (description[member] === 'FAILED') throw new Error(String(description['FailureMessage']))
    await pause(pollMs)
  }
}

async function described(
  url: string,
  operation: string,
  input: object,
  member: string,
): Promise<Description> {
  const answer = await call(url, operation, input)
  return (answer as Readonly<Record<string, Description>>)[member]!
}

async function sizeOf(url: string, TableName: string): Promise<number> {
  const { TableSizeBytes } = await described(url, 'DescribeTable', { TableName }, 'Table')
  return Number(TableSizeBytes)
}

/** Returns items per second. */
function report(what: string, start: number, bytes: number): number {
  const seconds = (performance.now() - start) / 1000
  const rate = itemCount / seconds
  const rates = `${rate.toFixed(0)} items/s, ${(bytes / seconds / 1e6).toFixed(1)} MB/s`
  console.log(`${what} in ${seconds.toFixed(1)} s: ${rates}`)
  return rate
}
