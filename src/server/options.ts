/**
 * What a server can be told, with its defaults, and the rules that the values keep. Whoever reads
 * options from elsewhere (a command line, an environment) words its complaints with the same rules.
 */
import { join, resolve } from 'node:path'
import { shardDurationMsMax } from '../changes/limits.js'
import type { Durability } from '../storage/driver.js'
import { findDriver, requireDriver, shownAddress } from '../storage/drivers.js'
import { poolConnectionsMax } from '../storage/limits.js'
import { commitGroupMutationsMax } from '../storage/lmdb/limits.js'
import { expirySweepIntervalMs } from '../ttl/limits.js'
import { clashOf } from './option-clashes.js'

export interface GrammeOptions {
  /** The port to listen on; 0 lets the system choose one, which `address` then tells. Default 8000. */
  readonly port?: number
  /**
   * The address to listen on. The default, 127.0.0.1, can be reached from this machine only. Any
   * credentials are accepted, so whoever can reach a wider address can read and change everything.
   */
  readonly host?: string
  /**
   * Where the data is kept: `lmdb` (the default), a folder on this machine; `memory`; or the address of
   * a PostgreSQL database, `postgres://user:password@host:5432/database`, which any number of servers
   * may share. Several hosts, TLS, pools and timeouts are told in the address: docs/scaling.md.
   */
  readonly engine?: string
  /** The folder that holds the data, made if need be. Default `./gramme-data`. */
  readonly dataDir?: string
  /** Keep everything in memory and nothing on disk: fast, and gone when the server stops. */
  readonly inMemory?: boolean
  /** Connections to PostgreSQL for reads, which share them. Wins over `readPool` in the address. */
  readonly readPool?: number
  /** Connections to PostgreSQL for writes, one for each write at a time. Wins over the address. */
  readonly writePool?: number
  /**
   * When a write is acknowledged: `durable` (the default) once it is flushed to disk, so that no crash
   * can undo it; `relaxed` before that, so that a crash of the machine may lose the latest writes.
   */
  readonly durability?: Durability
  /** How many changes may share one commit, hence one flush to disk; 1 turns sharing off. Default 400. */
  readonly groupMutationsMax?: number
  /** The least important log lines to show, on stderr, as JSON. Default `warn`: quiet. */
  readonly logLevel?: LogThreshold
  /** How long tables stay CREATING, UPDATING and DELETING, in milliseconds. Default 0. */
  readonly tableTransitionMs?: number
  /**
   * The address of a Kinesis endpoint, for tables whose changes are delivered there. Credentials come
   * from where AWS's tools look for them. Default none: destinations are refused.
   */
  readonly kinesisEndpoint?: string
  /** How long a shard of a stream stays open before its child takes over, in milliseconds. Default 4 hours. */
  readonly shardDurationMs?: number
  /** How often to look for items that have expired (time to live), in milliseconds. Default 1000. */
  readonly ttlSweepIntervalMs?: number
  /**
   * The file that names the triggers: code that is called with the changes of tables (docs/triggers.md).
   * It is watched. Default: `triggers.json` in the data folder, if there is one.
   */
  readonly triggers?: string
}

export type LogThreshold = 'silent' | 'error' | 'warn' | 'info' | 'debug'
/** `engine` and `inMemory` agree. Pools that nobody named are for the engine to size. */
export type Settings = Required<Omit<GrammeOptions, PoolOption | 'kinesisEndpoint' | 'triggers'>> &
  Readonly<Record<PoolOption, number | undefined>> & {
    readonly kinesisEndpoint?: string
    readonly triggers: string | undefined
  }
type PoolOption = 'readPool' | 'writePool'

const defaults: Settings = {
  engine: 'lmdb',
  readPool: undefined,
  writePool: undefined,
  port: 8000,
  host: '127.0.0.1',
  dataDir: 'gramme-data',
  inMemory: false,
  durability: 'durable',
  groupMutationsMax: commitGroupMutationsMax,
  logLevel: 'warn',
  tableTransitionMs: 0,
  shardDurationMs: shardDurationMsMax,
  ttlSweepIntervalMs: expirySweepIntervalMs,
  triggers: undefined,
}

/** Throws a TypeError that names the first option that cannot be. */
export function readOptions(options: GrammeOptions): Settings {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options)) {
    if (!isOptionName(name)) throw new TypeError(`Gramme has no option called ${name}.`)
    if (value === undefined) continue
    const rule = brokenRule(name, value)
    if (rule !== undefined) throw new TypeError(`${name} ${rule}, not ${shown(name, value)}.`)
    given[name] = value
  }
  const clash = clashOf(given)
  if (clash !== undefined) throw new TypeError(clash)
  const settings = { ...defaults, ...given }
  const engine = settings.inMemory ? 'memory' : settings.engine
  const dataDir = resolve(settings.dataDir)
  const triggers = triggersFile(settings.triggers, engine, dataDir)
  return { ...settings, engine, inMemory: engine === 'memory', dataDir, triggers }
}

/** Only an engine that keeps its data in the folder looks there for triggers too. */
function triggersFile(
  given: string | undefined,
  engine: string,
  dataDir: string,
): string | undefined {
  if (given !== undefined) return resolve(given)
  return requireDriver(engine).keepsFolder ? join(dataDir, 'triggers.json') : undefined
}

/** How a value may be repeated to whoever gave it. */
export function shown(name: keyof GrammeOptions, value: unknown): string {
  return name === 'engine' ? shownAddress(String(value)) : String(value)
}

/** What an option's value must be, when it is not: "must be …". */
export function brokenRule(name: keyof GrammeOptions, value: unknown): string | undefined {
  const { holds, text } = rules[name]
  return holds(value) ? undefined : text
}

function isOptionName(name: string): name is keyof GrammeOptions {
  return Object.hasOwn(rules, name)
}

interface Rule {
  readonly text: string
  readonly holds: (value: unknown) => boolean
}

const rules: Readonly<Record<keyof GrammeOptions, Rule>> = {
  engine: {
    text: 'must be lmdb, memory or the address of a database, postgres://…',
    holds: (value) => typeof value === 'string' && findDriver(value) !== undefined,
  },
  readPool: wholeNumber(1, poolConnectionsMax),
  writePool: wholeNumber(1, poolConnectionsMax),
  port: wholeNumber(0, 65_535),
  host: { text: 'must name an address', holds: isFilled },
  dataDir: { text: 'must name a folder', holds: isFilled },
  inMemory: { text: 'must be true or false', holds: (value) => typeof value === 'boolean' },
  durability: oneOf('durable', 'relaxed'),
  groupMutationsMax: wholeNumber(1, 100_000),
  logLevel: oneOf('silent', 'error', 'warn', 'info', 'debug'),
  // Longer than a timer can be, and than anybody waits for a table.
  tableTransitionMs: wholeNumber(0, 86_400_000),
  kinesisEndpoint: { text: 'must be an address, http://… or https://…', holds: isHttpAddress },
  // AWS's shards live some hours; shorter lives are for trying out consumers.
  shardDurationMs: wholeNumber(100, 86_400_000),
  ttlSweepIntervalMs: wholeNumber(10, 86_400_000),
  triggers: { text: 'must name a file', holds: isFilled },
}

function wholeNumber(min: number, max: number): Rule {
  return {
    text: `must be a whole number from ${min} to ${max}`,
    holds: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  }
}

function oneOf(...values: readonly string[]): Rule {
  const names = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  return { text: `must be ${names}`, holds: (value) => values.includes(value as string) }
}

function isHttpAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('\0')
}
