/** `gramme export`: writes a table to files as ExportTableToPointInTime does. */
import type { Command } from '../command.js'
import { readFlags, textOf, type Flag } from '../flags.js'
import { Progress, shownCount } from '../progress.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'
import { accountFlag, chosenOf, readScope, regionFlag } from '../transfer-flags.js'
import { UsageError } from '../usage-error.js'

const table: Flag = { flag: 'table', placeholder: 'name', help: 'table to export' }
const to: Flag = { flag: 'to', placeholder: 'place', help: 'a folder or s3://bucket/prefix' }
const format: Flag = {
  flag: 'format',
  placeholder: 'format',
  help: 'dynamodb-json or ion (dynamodb-json)',
}
const formats = { 'dynamodb-json': 'DYNAMODB_JSON', ion: 'ION' } as const
const options = [...storeOptions, 's3Endpoint'] as const

export const exportCommand: Command = {
  name: 'export',
  summary: "write a table's items to files, laid out as AWS's exports are",
  usage: ['export --table <name> --to <place>'],
  flags: [table, to, format, regionFlag, accountFlag, ...serverFlags(options)],
  notes: [
    'The table is as it was at one moment; point-in-time recovery need not be on. A server may go on\nusing a data folder meanwhile: it makes a copy, for which there must be room beside the folder.\nServers on PostgreSQL have to be stopped; ExportTableToPointInTime works while they run.',
  ],
  async run(args, environment) {
    const flags = readFlags(exportCommand, args)
    const name = textOf(flags, table.flag)
    if (name === undefined) throw new UsageError('gramme export needs --table.')
    const place = textOf(flags, to.flag)
    if (place === undefined) {
      throw new UsageError('gramme export needs --to: a folder or s3://bucket/prefix.')
    }
    const chosen = chosenOf(flags, format.flag, formats) ?? 'DYNAMODB_JSON'
    const scope = readScope(flags)
    const store = readServerOptions(flags, environment, options)
    const { exportData } = await import('../../server/export-data.js')
    const progress = new Progress('export')
    const onProgress = progress.update.bind(progress)
    const wish = { table: name, to: place, format: chosen, onProgress, ...scope }
    const made = await exportData(store, wish).finally(() => progress.end())
    process.stdout.write(`exported ${name}: ${shownCount(made.itemCount)} items\n`)
    process.stdout.write(`ok: manifest in ${made.manifest}\n`)
  },
}
