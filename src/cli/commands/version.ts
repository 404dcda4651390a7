/** `gramme version`. */
import type { Command } from '../command.js'
import { readFlags } from '../flags.js'

export const versionCommand: Command = {
  name: 'version',
  summary: 'print the version',
  usage: ['version'],
  flags: [],
  async run(args) {
    readFlags(versionCommand, args)
    const { readVersion } = await import('../../server/version.js')
    process.stdout.write(`${readVersion()}\n`)
  },
}
