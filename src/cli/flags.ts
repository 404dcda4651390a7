/** Takes the arguments of a command apart into flags and words. */
import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.js'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Flag {
  /** Without the dashes. */
  readonly flag: string
  /** What the help calls its value; a switch has none. */
  readonly placeholder?: string
  /** The environment variable that the flag overrides. */
  readonly variable?: string
  readonly help: string
}

/** The values of each flag that was given, in order; `true` for a switch. */
export type GivenFlags = ReadonlyMap<string, readonly (string | true)[]>

export interface Arguments {
  readonly flags: GivenFlags
  readonly words: readonly string[]
}

interface Taker {
  readonly name: string
  readonly flags: readonly Flag[]
}

export function readArguments(taker: Taker, args: readonly string[]): Arguments {
  const flags = new Map<string, (string | true)[]>()
  const words: string[] = []
  // Not strict, because the complaints of the strict mode are several sentences long.
  const options = parserOptions(taker)
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const given = flags.get(token.name) ?? []
    flags.set(token.name, [...given, valueOf(taker, token)])
  }
  return { flags, words }
}

/** For a command that takes flags only. */
export function readFlags(taker: Taker, args: readonly string[]): GivenFlags {
  const { flags, words } = readArguments(taker, args)
  if (words.length > 0) throw new UsageError(`gramme ${taker.name} takes no '${words[0]}'.`)
  return flags
}

/** The last value counts, as the shell user expects who adds to a line. */
export function textOf(flags: GivenFlags, flag: string): string | undefined {
  const value = flags.get(flag)?.at(-1)
  return value === true ? undefined : value
}

/** All values, in order. */
export function textsOf(flags: GivenFlags, flag: string): readonly string[] {
  return (flags.get(flag) ?? []).filter((value) => value !== true)
}

function parserOptions({ flags }: Taker) {
  return Object.fromEntries(
    flags.map(({ flag, placeholder }) => {
      return [flag, { type: placeholder === undefined ? 'boolean' : 'string' }] as const
    }),
  )
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function valueOf({ name: command, flags }: Taker, token: OptionToken): string | true {
  const { name, rawName, value, inlineValue } = token
  const known = flags.find(({ flag }) => flag === name)
  if (known === undefined) {
    throw new UsageError(`gramme ${command} has no option ${rawName}; see gramme help ${command}.`)
  }
  if (known.placeholder === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    return true
  }
  // A limit may be -1; anything else with a dash is the next flag.
  const isNextFlag = inlineValue !== true && /^-(?!\d+$)/.test(value ?? '')
  if (value === undefined || isNextFlag) throw new UsageError(`${rawName} needs a value.`)
  return value
}
