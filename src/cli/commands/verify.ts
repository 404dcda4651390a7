/** `gramme verify`: prints `ok` if the data is consistent, and every inconsistency if it is not. */
import type { Command } from '../command.js'
import { readFlags } from '../flags.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check that all data is consistent, while no server uses it',
  usage: ['verify [--data-dir <folder> | --engine <address>]'],
  flags: serverFlags(storeOptions),
  async run(args, environment) {
    const options = readServerOptions(readFlags(verifyCommand, args), environment, storeOptions)
    const { verifyData } = await import('../../server/verify-data.js')
    const { tables, items, faults } = await verifyData(options)
    if (faults.length > 0) throw new Error(`found inconsistent data:\n${faults.join('\n')}`)
    process.stdout.write(`ok: ${tables} tables, ${items} items\n`)
  },
}
