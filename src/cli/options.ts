/**
 * The options of `gramme start`, from the command line and the environment; the command line wins.
 * What values are allowed is the server's knowledge: this only turns text into values.
 */
import { chosenDriver, clashOf, refusesOption } from '../server/option-clashes.js'
import { brokenRule, shown, type GrammeOptions } from '../server/options.js'
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
    flag: 'engine',
    variable: 'GRAMME_ENGINE',
    name: 'engine',
    kind: 'text',
    placeholder: 'name',
    help: 'lmdb, memory or postgres://user:password@host:5432/database (lmdb)',
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
    flag: 'read-pool',
    variable: 'GRAMME_READ_POOL',
    name: 'readPool',
    kind: 'number',
    placeholder: 'number',
    help: 'connections to PostgreSQL for reads',
  },
  {
    flag: 'write-pool',
    variable: 'GRAMME_WRITE_POOL',
    name: 'writePool',
    kind: 'number',
    placeholder: 'number',
    help: 'connections to PostgreSQL for writes, hence writes at a time',
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
    flag: 'kinesis-endpoint',
    variable: 'GRAMME_KINESIS_ENDPOINT',
    name: 'kinesisEndpoint',
    kind: 'text',
    placeholder: 'address',
    help: 'Kinesis endpoint that changes of tables can be delivered to',
  },
  {
    flag: 'shard-duration-ms',
    variable: 'GRAMME_SHARD_DURATION_MS',
    name: 'shardDurationMs',
    kind: 'number',
    placeholder: 'number',
    help: 'how long a shard of a stream stays open (14400000)',
  },
  {
    flag: 'ttl-sweep-interval-ms',
    variable: 'GRAMME_TTL_SWEEP_INTERVAL_MS',
    name: 'ttlSweepIntervalMs',
    kind: 'number',
    placeholder: 'number',
    help: 'how often to look for items that have expired (1000)',
  },
  {
    flag: 'triggers',
    variable: 'GRAMME_TRIGGERS',
    name: 'triggers',
    kind: 'text',
    placeholder: 'file',
    help: 'file that names the triggers (triggers.json in the data folder)',
  },
]

export type Environment = Readonly<Record<string, string | undefined>>

/** By flag, as the command line had them; true for a switch. */
export type GivenFlags = ReadonlyMap<string, string | true>

export function readServerOptions(flags: GivenFlags, environment: Environment): GrammeOptions {
  const flagged = readAll((specification) => flagOf(specification, flags))
  const inherited = readAll((specification) => variableOf(specification, flagged, environment))
  const options: GrammeOptions = { ...inherited, ...flagged }
  const label = labelOf(flagged)
  const clash =
    clashOf(options, label) ??
    (chosenDriver(flagged).name === 'memory' && flagged.dataDir !== undefined
      ? `${label(flagged.inMemory === true ? 'inMemory' : 'engine')} keeps nothing on disk, so it cannot be used with --data-dir.`
      : undefined)
  if (clash !== undefined) throw new UsageError(clash)
  return options
}

function readAll(read: (specification: OptionSpecification) => unknown): GrammeOptions {
  const options: Record<string, unknown> = {}
  for (const specification of specifications) {
    const value = read(specification)
    if (value !== undefined) options[specification.name] = value
  }
  return options
}

function flagOf(specification: OptionSpecification, flags: GivenFlags): unknown {
  const given = flags.get(specification.flag)
  return given === undefined
    ? undefined
    : readValue(specification, given, `--${specification.flag}`)
}

function variableOf(
  specification: OptionSpecification,
  flagged: GrammeOptions,
  environment: Environment,
): unknown {
  const { name, variable } = specification
  const text = environment[variable]
  const overruled = flagged[name] !== undefined || isOverruled(name, flagged)
  return text === undefined || text === '' || overruled
    ? undefined
    : readValue(specification, text, variable)
}

/** An engine on the command line puts aside what the environment says for another. */
function isOverruled(name: keyof GrammeOptions, flagged: GrammeOptions): boolean {
  if (flagged.engine === undefined && flagged.inMemory === undefined) return false
  return name === 'engine' || name === 'inMemory' || refusesOption(chosenDriver(flagged), name)
}

function labelOf(flagged: GrammeOptions): (name: keyof GrammeOptions) => string {
  return (name) => {
    const { flag, variable } = specifications.find((each) => each.name === name)!
    return flagged[name] === undefined ? variable : `--${flag}`
  }
}

function readValue({ name, kind }: OptionSpecification, given: string | true, label: string) {
  const value = given === true ? true : valueOf(kind, given)
  const rule = brokenRule(name, value)
  if (rule !== undefined)
    throw new UsageError(`${label} ${rule}, not '${given === true ? given : shown(name, given)}'.`)
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
