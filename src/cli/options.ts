/**
 * The options of `gramme start`, from the command line and the environment; the command line wins.
 * What values are allowed is the server's knowledge: this only turns text into values.
 */
import { brokenRule, type GrammeOptions } from '../server/options.js'
import { UsageError } from './usage-error.js'

export interface OptionSpecification {
  readonly flag: string
  readonly variable: string
  /** Of the server's options. */
  readonly name: keyof GrammeOptions
  readonly kind: 'text' | 'number' | 'switch'
  /** How its value is called in the help; a switch has none. */
  readonly placeholder?: string
  readonly help: string
}

export const specifications: readonly OptionSpecification[] = [
  {
    flag: 'port',
    variable: 'GRAMME_PORT',
    name: 'port',
    kind: 'number',
    placeholder: 'number',
    help: 'port to listen on, 0 for any (8000)',
  },
  {
    flag: 'host',
    variable: 'GRAMME_HOST',
    name: 'host',
    kind: 'text',
    placeholder: 'address',
    help: 'address to listen on (127.0.0.1)',
  },
  {
    flag: 'data-dir',
    variable: 'GRAMME_DATA_DIR',
    name: 'dataDir',
    kind: 'text',
    placeholder: 'folder',
    help: 'folder that holds the data (./gramme-data)',
  },
  {
    flag: 'in-memory',
    variable: 'GRAMME_IN_MEMORY',
    name: 'inMemory',
    kind: 'switch',
    help: 'keep everything in memory, nothing on disk',
  },
  {
    flag: 'durability',
    variable: 'GRAMME_DURABILITY',
    name: 'durability',
    kind: 'text',
    placeholder: 'mode',
    help: 'durable: a write is on disk before it is answered; relaxed: soon after (durable)',
  },
  {
    flag: 'group-mutations-max',
    variable: 'GRAMME_GROUP_MUTATIONS_MAX',
    name: 'groupMutationsMax',
    kind: 'number',
    placeholder: 'number',
    help: 'changes that may share one commit and its flush (400)',
  },
  {
    flag: 'log-level',
    variable: 'GRAMME_LOG_LEVEL',
    name: 'logLevel',
    kind: 'text',
    placeholder: 'level',
    help: 'silent, error, warn, info or debug (warn)',
  },
  {
    flag: 'table-transition-ms',
    variable: 'GRAMME_TABLE_TRANSITION_MS',
    name: 'tableTransitionMs',
    kind: 'number',
    placeholder: 'number',
    help: 'how long tables stay CREATING, UPDATING and DELETING (0)',
  },
  {
    flag: 'shard-duration-ms',
    variable: 'GRAMME_SHARD_DURATION_MS',
    name: 'shardDurationMs',
    kind: 'number',
    placeholder: 'number',
    help: 'how long a shard of a stream stays open (14400000)',
  },
]

export type Environment = Readonly<Record<string, string | undefined>>

/** By flag, as the command line had them; true for a switch. */
export type GivenFlags = ReadonlyMap<string, string | true>

export function readServerOptions(flags: GivenFlags, environment: Environment): GrammeOptions {
  if (flags.has('in-memory') && flags.has('data-dir')) {
    throw new UsageError('--in-memory keeps nothing on disk, so it does not go with --data-dir.')
  }
  const options: Record<string, unknown> = {}
  for (const specification of specifications) {
    const value = readOption(specification, flags, environment)
    if (value !== undefined) options[specification.name] = value
  }
  return options
}

function readOption(
  specification: OptionSpecification,
  flags: GivenFlags,
  environment: Environment,
): unknown {
  const { flag, variable } = specification
  const flagged = flags.get(flag)
  if (flagged !== undefined) return readValue(specification, flagged, `--${flag}`)
  const text = environment[variable]
  return text === undefined || text === '' ? undefined : readValue(specification, text, variable)
}

function readValue({ name, kind }: OptionSpecification, given: string | true, label: string) {
  const value = given === true ? true : valueOf(kind, given)
  const rule = brokenRule(name, value)
  if (rule !== undefined) throw new UsageError(`${label} ${rule}, not '${given}'.`)
  return value
}

function valueOf(kind: OptionSpecification['kind'], text: string): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return /^\d{1,15}$/.test(text) ? Number(text) : NaN
    case 'switch':
      return switchValues.get(text.toLowerCase())
  }
}

const switchValues: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'on'].map((text) => [text, true] as const),
  ...['0', 'false', 'no', 'off'].map((text) => [text, false] as const),
])
