/** What `gramme copy` copies from and to: a data folder or the address of a database. */
import type { GrammeOptions } from '../server/options.js'
import { findDriver, shownAddress } from '../storage/drivers.js'
import type { Environment, GivenFlags } from './options.js'
import { UsageError } from './usage-error.js'

// Also as variables: addresses hold passwords, and command lines are seen by everybody on a machine.
const variables = { from: 'GRAMME_COPY_FROM', to: 'GRAMME_COPY_TO' } as const

export const copyFlags: readonly string[] = Object.keys(variables)

export interface CopyEnds {
  readonly from: GrammeOptions
  readonly to: GrammeOptions
}

export function readCopyEnds(flags: GivenFlags, environment: Environment): CopyEnds {
  return { from: readEnd('from', flags, environment), to: readEnd('to', flags, environment) }
}

function readEnd(
  flag: keyof typeof variables,
  flags: GivenFlags,
  environment: Environment,
): GrammeOptions {
  const given = flags.get(flag) ?? environment[variables[flag]]
  if (typeof given !== 'string' || given === '') {
    throw new UsageError(`gramme copy needs --${flag}: a data folder or postgres://….`)
  }
  if (findDriver(given)?.isRemote === true) return { engine: given }
  if (/^[a-z]+:\/\//i.test(given) || findDriver(given) !== undefined) {
    throw new UsageError(
      `--${flag} must be a data folder or postgres://…, not '${shownAddress(given)}'.`,
    )
  }
  return { dataDir: given }
}
