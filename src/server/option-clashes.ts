/**
 * Options that are valid alone and make no sense together, reported in one sentence. An option that
 * would have no effect is refused rather than ignored, because the user expects one.
 */
import type { EngineDriver, EngineOption, Refusal } from '../storage/driver.js'
import { drivers, findDriver } from '../storage/drivers.js'
import { isLoopback } from '../wire/address.js'
import type { GrammeOptions, OptionName } from './gramme-options.js'

/** The engine that options ask for. */
export function chosenDriver({ engine, inMemory }: GrammeOptions): EngineDriver {
  const [usual] = drivers
  return findDriver(inMemory === true ? 'memory' : (engine ?? '')) ?? usual!
}

/** `label` is how the user knows an option: by its flag, its variable or its name. */
export function clashOf(
  options: GrammeOptions,
  label: (name: OptionName) => string = (name) => name,
): string | undefined {
  const { engine, inMemory } = options
  const named = engine === undefined ? undefined : findDriver(engine)
  if (named !== undefined && inMemory !== undefined && inMemory !== (named.name === 'memory')) {
    return `${label('inMemory')} and ${label('engine')} name different engines.`
  }
  if (options.bucketsDir !== undefined && options.s3Endpoint !== undefined) {
    return `${label('bucketsDir')} and ${label('s3Endpoint')} name different places for buckets.`
  }
  if (options.masterKeyFile !== undefined && options.masterKey !== undefined) {
    return `${label('masterKeyFile')} and ${label('masterKey')} are two ways to give the master keys.`
  }
  const hasKey = [options.masterKeyFile, options.masterKey, options.kmsKeyArn].some(
    (each) => each !== undefined,
  )
  if (options.kmsKeyArn !== undefined && options.kmsEndpoint === undefined) {
    return `${label('kmsKeyArn')} has an effect only with ${label('kmsEndpoint')}.`
  }
  if (options.kmsEndpoint !== undefined && !hasKey) {
    return `${label('kmsEndpoint')} needs ${label('kmsKeyArn')} or ${label('masterKeyFile')}: the server has a key of its own.`
  }
  const driver = chosenDriver(options)
  if (typeof options.workers === 'number' && options.workers > 1 && driver.name === 'memory') {
    return `${label('workers')} ${options.workers} cannot be used with ${driver.title}: other processes cannot see it.`
  }
  const daxClash = daxClashOf(options, label)
  if (daxClash !== undefined) return daxClash
  const authClash = authClashOf(options, label)
  if (authClash !== undefined) return authClash
  const tlsClash = tlsClashOf(options, label)
  if (tlsClash !== undefined) return tlsClash
  const { title, refuses } = driver
  for (const [name, refusal] of Object.entries(refuses) as [EngineOption, Refusal][]) {
    if (!isRefused(refusal, options[name])) continue
    const value = refusal.value === undefined ? '' : ` ${refusal.value}`
    return `${label(name)}${value} cannot be used with ${title}: ${refusal.reason}.`
  }
  return undefined
}

const iamOnly = ['rootAccessKeyId', 'rootSecretAccessKey', 'iamFile'] as const

/** Nobody opens a server to a network by accident. */
function authClashOf(
  { host, auth, openToNetwork, ...options }: GrammeOptions,
  label: (name: OptionName) => string,
): string | undefined {
  if (openToNetwork === true && auth !== 'open') {
    return `${label('openToNetwork')} has an effect only with ${label('auth')} open.`
  }
  const isExposed = host !== undefined && !isLoopback(host)
  if (auth === 'open' && isExposed && openToNetwork !== true) {
    return `${label('auth')} open on ${host} would let anyone who can reach the port read and change everything: use iam, or add ${label('openToNetwork')} if that is meant.`
  }
  const isOpen = auth === 'open' || (auth === undefined && !isExposed)
  const useless = iamOnly.find((name) => options[name] !== undefined)
  if (isOpen && useless !== undefined) {
    return `${label(useless)} has an effect only with ${label('auth')} iam.`
  }
  if ((options.rootAccessKeyId === undefined) !== (options.rootSecretAccessKey === undefined)) {
    return `${label('rootAccessKeyId')} and ${label('rootSecretAccessKey')} are set together or not at all.`
  }
  return undefined
}

function isRefused(refusal: Refusal, given: unknown): boolean {
  return given !== undefined && (refusal.value === undefined || refusal.value === given)
}

function tlsClashOf(
  { tlsCert, tlsKey, tlsClientCa }: GrammeOptions,
  label: (name: OptionName) => string,
): string | undefined {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    return `${label('tlsCert')} and ${label('tlsKey')} are needed together.`
  }
  if (tlsClientCa === undefined || tlsCert !== undefined) return undefined
  return `${label('tlsClientCa')} needs ${label('tlsCert')} and ${label('tlsKey')}.`
}

const daxOnly = ['daxPort', 'daxAnnounce', 'daxMemoryMb'] as const

/** What a connection has defined, and what is cached, is in one process. */
function daxClashOf(
  { dax, workers, ...options }: GrammeOptions,
  label: (name: OptionName) => string,
): string | undefined {
  if (dax === true && typeof workers === 'number' && workers > 1) {
    return `${label('dax')} cannot be used with ${label('workers')} ${workers}: one process serves the clients of DAX.`
  }
  const useless = daxOnly.find((name) => options[name] !== undefined)
  if (dax === true || useless === undefined) return undefined
  return `${label(useless)} has an effect only with ${label('dax')}.`
}

/** Whether an engine refuses an option whatever its value. */
export function refusesOption({ refuses }: EngineDriver, name: OptionName): boolean {
  const refusal = (refuses as Partial<Record<OptionName, Refusal>>)[name]
  return refusal !== undefined && refusal.value === undefined
}
