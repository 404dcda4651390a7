/** Takes a command line apart into a command and its flags. */
import { parseArgs } from 'node:util'
import { copyFlags } from './copy-ends.js'
import { specifications, type GivenFlags } from './options.js'
import { UsageError } from './usage-error.js'

const commands = ['start', 'verify', 'copy', 'version', 'help'] as const
type Command = (typeof commands)[number]

export interface CommandLine {
  readonly command: Command
  readonly flags: GivenFlags
}

export function readCommandLine(args: readonly string[]): CommandLine {
  const { flags, words } = split(args)
  if (flags.has('help')) return { command: 'help', flags }
  if (flags.has('version')) return { command: 'version', flags }
  const [word = 'help', extra] = words
  const command = commands.find((name) => name === word)
  if (command === undefined) {
    throw new UsageError(`There is no command '${word}'; see gramme --help.`)
  }
  if (extra !== undefined) throw new UsageError(`gramme ${command} takes no '${extra}'.`)
  requireFlagsOf(command, flags)
  if ((command === 'version' || command === 'help') && flags.size > 0) {
    throw new UsageError(`gramme ${command} takes no options; did you mean gramme start?`)
  }
  return { command, flags }
}

/** What is copied is told by two options that no other command has, and by no other. */
function requireFlagsOf(command: Command, flags: GivenFlags): void {
  const strange = [...flags.keys()].find(
    (flag) => copyFlags.includes(flag) !== (command === 'copy'),
  )
  if (strange === undefined || command === 'version' || command === 'help') return
  throw new UsageError(`gramme ${command} takes no --${strange}.`)
}

function split(args: readonly string[]): { flags: GivenFlags; words: readonly string[] } {
  const flags = new Map<string, string | true>()
  const words: string[] = []
  // Not strict, because the complaints of the strict mode are several sentences long.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind === 'option') flags.set(token.name, flagValue(token))
  }
  return { flags, words }
}

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  ...Object.fromEntries(copyFlags.map((flag) => [flag, { type: 'string' as const }])),
  ...Object.fromEntries(
    specifications.map(({ flag, kind }) => [
      flag,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
    ]),
  ),
} as const

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string
  readonly inlineValue?: boolean
}

function flagValue({ name, rawName, value, inlineValue }: OptionToken): string | true {
  const kind = Object.hasOwn(options, name) ? (options as Flags)[name]?.type : undefined
  if (kind === undefined) throw new UsageError(`There is no option ${rawName}; see gramme --help.`)
  if (kind === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    return true
  }
  const swallowedFlag = inlineValue !== true && value?.startsWith('-') === true
  if (value === undefined || swallowedFlag) throw new UsageError(`${rawName} needs a value.`)
  return value
}

type Flags = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>
