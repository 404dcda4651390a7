/**
 * The options of a server from a command line and an environment; the command line overrides. Which
 * values are allowed is the server's knowledge: this only turns text into values.
 */
import type { GrammeOptions, OptionName } from '../server/gramme-options.js'
import { chosenDriver, clashOf, refusesOption } from '../server/option-clashes.js'
import { brokenRule, optionNames, optionTable, shownValue } from '../server/option-table.js'
import { flagOf, variableOf } from '../server/option-flags.js'
import type { Environment, Flag, GivenFlags } from './flags.js'
import { UsageError } from './usage-error.js'

/** The options that say which store is meant. */
export const storeOptions: readonly OptionName[] = [
  'engine',
  'dataDir',
  'readPool',
  'writePool',
  'masterKeyFile',
  'masterKey',
  'kmsEndpoint',
  'kmsKeyArn',
]

export function serverFlags(names: readonly OptionName[] = optionNames): readonly Flag[] {
  return names.map((name) => {
    const { placeholder, help, shownDefault, ...entry } = optionTable[name]
    const usual = shownDefault ?? (placeholder === undefined ? undefined : entry.default)
    return {
      flag: flagOf(name),
      variable: variableOf(name),
      ...(placeholder === undefined ? {} : { placeholder }),
      help: usual === undefined ? help : `${help} (${String(usual)})`,
    }
  })
}

/** Reads only the named options, so a command is not disturbed by variables that are not for it. */
export function readServerOptions(
  flags: GivenFlags,
  environment: Environment,
  names: readonly OptionName[] = optionNames,
): GrammeOptions {
  const flagged = readAll(names, (name) => flagValue(name, flags))
  const inherited = readAll(names, (name) => variableValue(name, flagged, environment))
  const options: GrammeOptions = { ...inherited, ...flagged }
  const label = labelOf(flagged, options)
  const clash = clashOf(options, label) ?? folderClashOf(flagged, label)
  if (clash !== undefined) throw new UsageError(clash)
  return options
}

/** A variable for the folder may be set for other commands; a flag is meant for this one. */
function folderClashOf(
  flagged: GrammeOptions,
  label: (name: OptionName) => string,
): string | undefined {
  if (chosenDriver(flagged).name !== 'memory' || flagged.dataDir === undefined) return undefined
  const chosenBy = label(flagged.inMemory === true ? 'inMemory' : 'engine')
  return `${chosenBy} keeps nothing on disk, so it cannot be used with --data-dir.`
}

function readAll(names: readonly OptionName[], read: (name: OptionName) => unknown): GrammeOptions {
  const options: Record<string, unknown> = {}
  for (const name of names) {
    const value = read(name)
    if (value !== undefined) options[name] = value
  }
  return options
}

function flagValue(name: OptionName, flags: GivenFlags): unknown {
  const all = flags.get(flagOf(name))
  const isList = optionTable[name].rule.kind === 'list'
  const given = isList && all !== undefined ? all.join(',') : all?.at(-1)
  return given === undefined ? undefined : readValue(name, given, `--${flagOf(name)}`)
}

function variableValue(
  name: OptionName,
  flagged: GrammeOptions,
  environment: Environment,
): unknown {
  const variable = variableOf(name)
  const text = environment[variable]
  const isOverridden = flagged[name] !== undefined || isForAnotherEngine(name, flagged)
  return text === undefined || text === '' || isOverridden
    ? undefined
    : readValue(name, text, variable)
}

/** An engine on the command line overrides what the environment says for another. */
function isForAnotherEngine(name: OptionName, flagged: GrammeOptions): boolean {
  if (flagged.engine === undefined && flagged.inMemory === undefined) return false
  return name === 'engine' || name === 'inMemory' || refusesOption(chosenDriver(flagged), name)
}

/** What was not given at all can be given as a flag. */
function labelOf(flagged: GrammeOptions, options: GrammeOptions): (name: OptionName) => string {
  const isInherited = (name: OptionName) =>
    flagged[name] === undefined && options[name] !== undefined
  return (name) => (isInherited(name) ? variableOf(name) : `--${flagOf(name)}`)
}

function readValue(name: OptionName, given: string | true, label: string): unknown {
  const value = given === true ? true : valueOf(name, given)
  const rule = brokenRule(name, value)
  if (rule === undefined) return value
  throw new UsageError(`${label} ${rule}, not '${shownValue(name, given)}'.`)
}

function valueOf(name: OptionName, text: string): unknown {
  switch (optionTable[name].rule.kind) {
    case 'text':
      return text
    case 'number':
      return /^\d{1,15}$/.test(text) ? Number(text) : NaN
    case 'number or text':
      return /^\d{1,15}$/.test(text) ? Number(text) : text
    case 'list':
      return text.split(',').map((entry) => entry.trim())
    case 'switch':
      return switchValues.get(text.toLowerCase())
  }
}

const switchValues: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'on'].map((text) => [text, true] as const),
  ...['0', 'false', 'no', 'off'].map((text) => [text, false] as const),
])
