/** `gramme snapshot`: copies a data folder, also while a server uses it. */
import type { Command } from '../command.js'
import { readFlags, textOf, type Flag } from '../flags.js'
import { readServerOptions, serverFlags } from '../server-options.js'
import { UsageError } from '../usage-error.js'

const to: Flag = { flag: 'to', placeholder: 'folder', help: 'folder to create with the copy' }

export const snapshotCommand: Command = {
  name: 'snapshot',
  summary: 'copy a data folder, also while a server uses it',
  usage: ['snapshot [--data-dir <folder>] --to <folder>'],
  flags: [...serverFlags(['dataDir']), to],
  notes: [
    'The copy has every write that was acknowledged before the command began. It is a data folder\nlike any other, and is checked before it gets its name. If a server uses the folder, run this\non the same machine and in the same container: the server makes the copy.',
  ],
  async run(args, environment) {
    const flags = readFlags(snapshotCommand, args)
    const target = textOf(flags, to.flag)
    if (target === undefined) throw new UsageError('gramme snapshot needs --to: a folder.')
    const options = readServerOptions(flags, environment, ['dataDir'])
    const { snapshotFolder } = await import('../../server/snapshot-folder.js')
    const { bytes } = await snapshotFolder(options, target)
    process.stdout.write(`ok: ${bytes} bytes copied to ${target}, checked\n`)
  },
}
