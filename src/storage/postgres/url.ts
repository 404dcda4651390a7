/**
 * Parses the address of the database from a URL such as
 * `postgres://user:password@one:5432,two:5432/app?sslmode=verify-full&writePool=32`.
 *
 * A fault is reported in one sentence that never repeats the password. Unknown settings are
 * refused: a typing error must not turn TLS off.
 */
import { StoreUnusable } from '../errors.js'
import { poolConnectionsMax } from '../limits.js'
import type { Isolation, Pooler, PostgresHost, PostgresOptions, SslMode } from './options.js'

const defaultPort = 5432
const schemaNameBytesMax = 63
const durationMsMax = 24 * 60 * 60 * 1000

export function readPostgresUrl(url: string): PostgresOptions {
  const { credentials, hosts, database, search } = splitUrl(url)
  const settings = new Settings(search)
  const { user, ...secret } = readCredentials(credentials)
  const options: PostgresOptions = {
    url: `postgres://${encodeURIComponent(user)}@${hosts}/${database}`,
    hosts: readHosts(settings.text('host') ?? hosts),
    database: readDatabase(database),
    user,
    ...secret,
    ...readSsl(settings),
    ...readPools(settings),
    ...readTimeouts(settings),
    ...defined('schema', readSchema(settings)),
    ...defined('isolation', settings.oneOf<Isolation>('isolation', isolations)),
    ...defined('pooler', settings.oneOf<Pooler>('pooler', poolers)),
    ...defined('prepare', settings.flag('prepare')),
    ...defined('applicationName', settings.text('application_name')),
  }
  settings.requireAllKnown()
  return options
}

const isolations = ['read-committed', 'serializable'] as const
const poolers = ['session', 'transaction'] as const
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** By hand, because the platform's URL class does not support lists of hosts. */
function splitUrl(url: string) {
  const match =
    /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url)
  if (match === null) throw bad('is not of the form postgres://user:password@host:port/database')
  const [, credentials = '', hosts = '', database = '', search = ''] = match
  return { credentials, hosts, database, search }
}

function readCredentials(credentials: string): { user: string; password?: string } {
  const colon = credentials.indexOf(':')
  const user = decode(colon === -1 ? credentials : credentials.slice(0, colon), 'user')
  if (user === '') throw bad('names no user')
  if (colon === -1) return { user }
  return { user, password: decode(credentials.slice(colon + 1), 'password') }
}

function readDatabase(text: string): string {
  const database = decode(text, 'database')
  if (database === '') throw bad('names no database')
  return database
}

function readHosts(text: string): readonly PostgresHost[] {
  const hosts = text.split(',').map((part) => readHost(decode(part, 'host')))
  if (hosts.some(({ host }) => host === '')) throw bad('names no host')
  return hosts
}

/** `name`, `name:port`, `[v6]:port`, or the folder of a Unix socket. */
function readHost(text: string): PostgresHost {
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d+))?$/.exec(text)
  if (match === null) throw bad('has a host that cannot be read')
  const port = match[2] === undefined ? defaultPort : Number(match[2])
  if (port < 1 || port > 65535) throw bad('has a port that is not between 1 and 65535')
  return { host: match[1]!.replace(/^\[|\]$/g, ''), port }
}

function readSsl(settings: Settings): Pick<PostgresOptions, 'ssl'> {
  const mode = settings.oneOf<SslMode>('sslmode', sslModes)
  const rootCert = settings.text('sslrootcert')
  const cert = settings.text('sslcert')
  const key = settings.text('sslkey')
  const files = {
    ...defined('rootCert', rootCert),
    ...defined('cert', cert),
    ...defined('key', key),
  }
  if (mode === undefined) {
    if (Object.keys(files).length > 0) throw bad('names certificates but no sslmode')
    return {}
  }
  return { ssl: { mode, ...files } }
}

/** PostgreSQL would cut a longer name, so that two schemas could be the same. */
function readSchema(settings: Settings): string | undefined {
  const schema = settings.text('schema')
  if (schema === undefined || Buffer.byteLength(schema) <= schemaNameBytesMax) return schema
  throw bad(`has a schema of more than ${schemaNameBytesMax} bytes`)
}

function readPools(settings: Settings) {
  return {
    ...defined('readPool', settings.count('readPool', poolConnectionsMax)),
    ...defined('writePool', settings.count('writePool', poolConnectionsMax)),
  }
}

function readTimeouts(settings: Settings) {
  return {
    ...defined('connectTimeoutMs', settings.count('connectTimeoutMs', durationMsMax)),
    ...defined('statementTimeoutMs', settings.count('statementTimeoutMs', durationMsMax)),
    ...defined('lockTimeoutMs', settings.count('lockTimeoutMs', durationMsMax)),
    ...defined(
      'idleTransactionTimeoutMs',
      settings.count('idleTransactionTimeoutMs', durationMsMax),
    ),
    ...defined('waitMs', settings.count('waitMs', durationMsMax)),
  }
}

/** The part after the question mark: each setting is taken once, and none may be left over. */
class Settings {
  readonly #left: Map<string, string>

  constructor(search: string) {
    const pairs = [...new URLSearchParams(search)]
    this.#left = new Map(pairs)
    const twice = pairs.find(([name], i) => pairs.findIndex(([other]) => other === name) !== i)
    if (twice !== undefined) throw bad(`says ${twice[0]} twice`)
  }

  text(name: string): string | undefined {
    const value = this.#left.get(name)
    this.#left.delete(name)
    if (value === '') throw bad(`leaves ${name} empty`)
    return value
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name)
    const found = allowed.find((each) => each === value)
    if (value === undefined || found !== undefined) return found
    throw bad(`has a ${name} that is none of ${allowed.join(', ')}`)
  }

  flag(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false'])
    return value === undefined ? undefined : value === 'true'
  }

  count(name: string, max: number): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const count = /^\d{1,9}$/.test(value) ? Number(value) : 0
    if (count < 1 || count > max) throw bad(`has a ${name} that is not between 1 and ${max}`)
    return count
  }

  requireAllKnown(): void {
    const [unknown] = this.#left.keys()
    if (unknown !== undefined) throw bad(`has a setting that is not known: ${unknown}`)
  }
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw bad(`has a ${what} that is not percent-encoded`)
  }
}

function defined<K extends string, V>(name: K, value: V | undefined): { [N in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [N in K]?: V }
}

function bad(why: string): StoreUnusable {
  return new StoreUnusable(`The PostgreSQL URL ${why}.`)
}
