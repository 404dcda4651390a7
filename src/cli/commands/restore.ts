/** `gramme restore`: reads tables from the files of `gramme backup` into a store. */
import type { Command } from '../command.js'
import { readFlags, textOf, textsOf, type Flag } from '../flags.js'
import { Progress, shownCount } from '../progress.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'
import { UsageError } from '../usage-error.js'

const from: Flag = { flag: 'from', placeholder: 'place', help: 'a folder or s3://bucket/prefix' }
const backup: Flag = {
  flag: 'backup',
  placeholder: 'id',
  help: 'backup to restore, as gramme backup named it (the latest)',
}
const table: Flag = {
  flag: 'table',
  placeholder: 'name',
  help: 'table to restore; may be repeated',
}
const options = [...storeOptions, 's3Endpoint'] as const

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'read tables from the files of gramme backup, while no server uses the store',
  usage: ['restore --from <place> [--data-dir <folder> | --engine <address>]'],
  flags: [from, backup, table, ...serverFlags(options)],
  notes: [
    'Tables are restored with streams, time to live, tags, protection and recovery settings. None of\nthem may exist. Every checksum is compared; a table of which something is damaged is not usable.\nRun the command again if it was interrupted.',
  ],
  async run(args, environment) {
    const flags = readFlags(restoreCommand, args)
    const place = textOf(flags, from.flag)
    if (place === undefined) {
      throw new UsageError('gramme restore needs --from: a folder or s3://bucket/prefix.')
    }
    const store = readServerOptions(flags, environment, options)
    const { restoreData } = await import('../../server/restore-data.js')
    const progress = new Progress('restore')
    const onProgress = progress.update.bind(progress)
    const ticket = textOf(flags, backup.flag)
    const tables = textsOf(flags, table.flag)
    const wish = { from: place, tables, onProgress, ...(ticket !== undefined && { ticket }) }
    const made = await restoreData(store, wish).finally(() => progress.end())
    for (const each of made.tables) {
      process.stdout.write(`restored ${each.name}: ${shownCount(each.itemCount)} items\n`)
    }
    process.stdout.write(`ok: ${made.tables.length} tables of backup ${made.ticket}\n`)
  },
}
