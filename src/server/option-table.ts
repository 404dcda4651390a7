/**
 * Every option of a server, once: its rule, its default and its help, in the order of the help. Flags and
 * environment variables are named after it, and the engines' drivers say which options they refuse.
 */
import { shownAddress } from '../storage/drivers.js'
import type { OptionName } from './gramme-options.js'
import { doorOptions } from './option-table/door-options.js'
import { engineOptions } from './option-table/engine-options.js'
import type { OptionTable } from './option-table/option-entry.js'
import { serviceOptions } from './option-table/service-options.js'

export const optionTable: OptionTable = { ...doorOptions, ...engineOptions, ...serviceOptions }

export const optionNames = Object.keys(optionTable) as readonly OptionName[]

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name)
}

/** What an option's value must be, if it is not: "must be …". */
export function brokenRule(name: OptionName, value: unknown): string | undefined {
  const { holds, text } = optionTable[name].rule
  return holds(value) ? undefined : text
}

const secretOptions: readonly OptionName[] = ['rootSecretAccessKey', 'masterKey', 'metricsToken']

/** A value as it may be repeated to the person who gave it. */
export function shownValue(name: OptionName, value: unknown): string {
  if (secretOptions.includes(name)) return '…'
  return name === 'engine' ? shownAddress(String(value)) : String(value)
}
