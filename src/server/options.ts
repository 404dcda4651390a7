/** From the options that were given to the settings of a server, with nothing left open. */
import { join, resolve } from 'node:path'
import { requireDriver } from '../storage/drivers.js'
import { isLoopback } from '../wire/address.js'
import type { GrammeOptions } from './gramme-options.js'
import { clashOf } from './option-clashes.js'
import { brokenRule, isOptionName, optionNames, optionTable, shownValue } from './option-table.js'

/**
 * Options without a default: engine and heap decide about sizes, the engine about buckets and backups,
 * Kinesis, S3, triggers, TLS, audit and encryption are off, and the first start makes the root's key.
 */
type OpenOption =
  | 'readPool'
  | 'writePool'
  | 'memoryInFlightMb'
  | 'vectorMemoryMb'
  | 'vectorThreads'
  | 'kinesisEndpoint'
  | 'bucketsDir'
  | 's3Endpoint'
  | 'triggers'
  | 'backupsTo'
  | 'oidcKeys'
  | 'rootAccessKeyId'
  | 'rootSecretAccessKey'
  | 'masterKeyFile'
  | 'masterKey'
  | 'kmsEndpoint'
  | 'kmsKeyArn'
  | 'tlsCert'
  | 'tlsKey'
  | 'tlsClientCa'
  | 'iamFile'
  | 'daxPort'
  | 'daxAnnounce'
  | 'daxMemoryMb'
  | 'auditFile'
  | 'metricsToken'
  | 'otlpEndpoint'

/** `engine` and `inMemory` agree. */
export type Settings = Required<Omit<GrammeOptions, OpenOption>> & {
  readonly [N in OpenOption]: GrammeOptions[N] | undefined
}

/** Throws a TypeError that names the first invalid option. */
export function readOptions(options: GrammeOptions): Settings {
  const given = givenOptions(options)
  const clash = clashOf(given)
  if (clash !== undefined) throw new TypeError(clash)
  const settings = { ...defaultSettings(), ...given }
  const engine = settings.inMemory ? 'memory' : settings.engine
  const dataDir = resolve(settings.dataDir)
  const triggers = triggersFile(settings.triggers, engine, dataDir)
  const backupsTo = backupsPlace(settings.backupsTo, engine, dataDir)
  const auth = given.auth ?? (isLoopback(settings.host) ? 'open' : 'iam')
  return { ...settings, auth, engine, inMemory: engine === 'memory', dataDir, triggers, backupsTo }
}

function givenOptions(options: GrammeOptions): GrammeOptions {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options)) {
    if (!isOptionName(name)) throw new TypeError(`Gramme has no option called ${name}.`)
    if (value === undefined) continue
    const rule = brokenRule(name, value)
    if (rule !== undefined) throw new TypeError(`${name} ${rule}, not ${shownValue(name, value)}.`)
    given[name] = value
  }
  return given
}

function defaultSettings(): Settings {
  const defaults = optionNames.map((name) => [name, optionTable[name].default] as const)
  return Object.fromEntries<unknown>(defaults) as Settings
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

/** Without a folder for data there is none for backups: servers that share a database share no folder. */
function backupsPlace(
  given: string | undefined,
  engine: string,
  dataDir: string,
): string | undefined {
  if (given !== undefined) return given.startsWith('s3://') ? given : resolve(given)
  return requireDriver(engine).keepsFolder ? join(dataDir, 'backups') : undefined
}
