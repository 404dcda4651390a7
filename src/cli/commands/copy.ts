/** `gramme copy`: copies all data from one store to another. */
import type { GrammeOptions } from '../../server/gramme-options.js'
import { findDriver, shownAddress } from '../../storage/drivers.js'
import type { Command } from '../command.js'
import { readFlags, textOf, type Environment, type Flag, type GivenFlags } from '../flags.js'
import { readServerOptions, serverFlags } from '../server-options.js'
import { UsageError } from '../usage-error.js'

// Also as variables: addresses contain passwords, and every user of a machine can see command lines.
const from: Flag = {
  flag: 'from',
  placeholder: 'store',
  variable: 'GRAMME_COPY_FROM',
  help: 'store to read: a data folder or postgres://…',
}
const to: Flag = {
  flag: 'to',
  placeholder: 'store',
  variable: 'GRAMME_COPY_TO',
  help: 'store to fill: a data folder or postgres://…',
}

const decrypt: Flag = {
  flag: 'decrypt',
  help: 'fill the store without encryption; the master keys are for reading alone',
}
const keyOptions = ['masterKeyFile', 'masterKey', 'kmsEndpoint', 'kmsKeyArn'] as const

export const copyCommand: Command = {
  name: 'copy',
  summary: 'copy all data to another store, while no server uses either',
  usage: ['copy --from <store> --to <store> [--master-key-file <file>]'],
  flags: [from, to, ...serverFlags(keyOptions), decrypt],
  notes: ['With master keys the new store is encrypted, whether or not the old one is.'],
  async run(args, environment) {
    const flags = readFlags(copyCommand, args)
    const [source, target] = [from, to].map((flag) => readStore(flag, flags, environment))
    const keys = readServerOptions(flags, environment, keyOptions)
    const { copyData } = await import('../../server/copy-data.js')
    const filled = flags.has(decrypt.flag) ? target! : { ...target!, ...keys }
    const { spaces, entries } = await copyData(
      { ...source!, ...keys },
      filled,
      ({ label }, count) => {
        process.stdout.write(`copied ${label}: ${count} entries\n`)
      },
    )
    process.stdout.write(`ok: ${spaces} tables and indexes, ${entries} entries, compared\n`)
  },
}

/** A data folder or the address of a database. */
function readStore(
  { flag, variable }: Flag,
  flags: GivenFlags,
  environment: Environment,
): GrammeOptions {
  const given = textOf(flags, flag) ?? environment[variable!] ?? ''
  if (given === '') {
    throw new UsageError(`gramme copy needs --${flag}: a data folder or postgres://….`)
  }
  const driver = findDriver(given)
  if (driver?.isRemote === true) return { engine: given }
  if (driver === undefined && !/^[a-z]+:\/\//i.test(given)) return { dataDir: given }
  const shown = shownAddress(given)
  throw new UsageError(`--${flag} must be a data folder or postgres://…, not '${shown}'.`)
}
