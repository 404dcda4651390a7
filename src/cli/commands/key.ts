/** `gramme key`: makes master keys, shows which a store needs, and changes a store to a new one. */
import type { MasterKeyUse } from '../../server/key-data.js'
import type { Command } from '../command.js'
import { readArguments, type Environment, type GivenFlags } from '../flags.js'
import { printRows } from '../print-rows.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'
import { UsageError } from '../usage-error.js'

export const keyCommand: Command = {
  name: 'key',
  summary: 'make master keys for encryption at rest, show which are in use, rotate them',
  usage: [
    'key create <file>',
    'key status --master-key-file <file> [--data-dir <folder> | --engine <address>]',
    'key rotate --master-key-file <file> [--data-dir <folder> | --engine <address>]',
  ],
  flags: serverFlags(storeOptions),
  notes: [
    'create makes a new key the first of the file; the file is created if there is none.\nA running server notices that within half a minute and changes to the new key by itself; rotate\ndoes that for a store that no server uses. A key that status shows without data keys can go,\nunless there are backups that were made under it.',
  ],
  async run(args, environment) {
    const { flags, words } = readArguments(keyCommand, args)
    const [action, ...rest] = words
    if (action === 'create') return create(rest)
    if (rest.length > 0) throw new UsageError(`gramme key ${action} takes no '${rest[0]}'.`)
    if (action === 'status') return status(flags, environment)
    if (action === 'rotate') return rotate(flags, environment)
    throw new UsageError('gramme key needs create, status or rotate.')
  },
}

async function create([file, ...others]: readonly string[]): Promise<void> {
  if (file === undefined || others.length > 0) {
    throw new UsageError('gramme key create needs the name of one file.')
  }
  const { createMasterKey } = await import('../../server/create-key.js')
  process.stdout.write(`ok: master key ${createMasterKey(file)} is the first in ${file}\n`)
}

async function status(flags: GivenFlags, environment: Environment): Promise<void> {
  const { keyStatus } = await import('../../server/key-data.js')
  const keys = await keyStatus(readServerOptions(flags, environment, storeOptions))
  printRows([['MASTER KEY', 'DATA KEYS', 'STATE'], ...keys.map(rowOf)])
}

function rowOf({ masterKey, dataKeys, isCurrent, isHere }: MasterKeyUse): readonly string[] {
  const state =
    isHere === false ? 'missing' : isCurrent ? 'current' : dataKeys > 0 ? 'in use' : 'unused'
  return [masterKey, String(dataKeys), state]
}

async function rotate(flags: GivenFlags, environment: Environment): Promise<void> {
  const { rotateKeys } = await import('../../server/key-data.js')
  const count = await rotateKeys(readServerOptions(flags, environment, storeOptions))
  process.stdout.write(`ok: ${count} data keys are wrapped by the current master key\n`)
}
