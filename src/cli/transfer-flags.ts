/** Flags that `gramme export` and `gramme import` share. */
import { alternatives } from './alternatives.js'
import type { Scope } from '../model/arn.js'
import { textOf, type Flag, type GivenFlags } from './flags.js'
import { UsageError } from './usage-error.js'

export const regionFlag: Flag = {
  flag: 'region',
  placeholder: 'name',
  help: "the table's region",
}
export const accountFlag: Flag = {
  flag: 'account',
  placeholder: 'id',
  help: "the table's account",
}

export function readScope(flags: GivenFlags): Partial<Scope> {
  const [region, account] = [textOf(flags, regionFlag.flag), textOf(flags, accountFlag.flag)]
  if (account !== undefined && !/^\d{12}$/.test(account)) {
    throw new UsageError(`--account must be 12 digits, not '${account}'.`)
  }
  return { ...(region !== undefined && { region }), ...(account !== undefined && { account }) }
}

/** What a word stands for; undefined if the flag is not given. */
export function chosenOf<T>(
  flags: GivenFlags,
  flag: string,
  choices: Readonly<Record<string, T>>,
): T | undefined {
  const word = textOf(flags, flag)
  if (word === undefined) return undefined
  if (Object.hasOwn(choices, word)) return choices[word]
  const shown = alternatives(Object.keys(choices))
  throw new UsageError(`--${flag} must be ${shown}, not '${word}'.`)
}
