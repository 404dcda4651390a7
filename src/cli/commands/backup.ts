/** `gramme backup`: writes tables to files from which `gramme restore` restores them. */
import type { Command } from '../command.js'
import { readFlags, textOf, textsOf, type Flag } from '../flags.js'
import { Progress, shownCount } from '../progress.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'
import { UsageError } from '../usage-error.js'

const all: Flag = { flag: 'all', help: 'back up every table' }
const table: Flag = {
  flag: 'table',
  placeholder: 'name',
  help: 'table to back up; may be repeated',
}
const to: Flag = { flag: 'to', placeholder: 'place', help: 'a folder or s3://bucket/prefix' }
const options = [...storeOptions, 's3Endpoint'] as const

export const backupCommand: Command = {
  name: 'backup',
  summary: 'write tables, with all settings, to files in a folder or a bucket',
  usage: ['backup --all --to <place>', 'backup --table <name> --to <place>'],
  flags: [all, table, to, ...serverFlags(options)],
  notes: [
    'All tables are as they were at one moment. A server may go on using a data folder meanwhile: it\nmakes a copy, for which there must be room beside the folder. Servers on PostgreSQL have to be\nstopped; CreateBackup works while they run.',
  ],
  async run(args, environment) {
    const flags = readFlags(backupCommand, args)
    const tables = textsOf(flags, table.flag)
    if (flags.has(all.flag) === tables.length > 0) {
      throw new UsageError('gramme backup needs either --all or --table.')
    }
    const place = textOf(flags, to.flag)
    if (place === undefined) {
      throw new UsageError('gramme backup needs --to: a folder or s3://bucket/prefix.')
    }
    const store = readServerOptions(flags, environment, options)
    const { backupData } = await import('../../server/backup-data.js')
    const progress = new Progress('backup')
    const onProgress = progress.update.bind(progress)
    const made = await backupData(store, { to: place, tables, onProgress }).finally(() =>
      progress.end(),
    )
    for (const each of made.tables) {
      process.stdout.write(`backed up ${each.name}: ${shownCount(each.itemCount)} items\n`)
    }
    process.stdout.write(`ok: ${made.tables.length} tables in backup ${made.ticket}\n`)
  },
}
