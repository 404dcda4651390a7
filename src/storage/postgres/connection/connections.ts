/**
 * Connections to the database; the only place that knows the client library.
 *
 * A pool connects to one host. If one of its connections breaks, the whole pool is replaced, by one
 * to the next host if there are several: connections that broke in the middle of something cannot
 * be trusted. Statements in progress on the other connections of the old pool may finish.
 *
 * Every statement has its own deadline here, since a host that lost power does not even report that
 * it is gone.
 */
import { readFileSync } from 'node:fs'
import { checkServerIdentity } from 'node:tls'
import postgres from 'postgres'
import { answerGraceMs, preparedStatementsMax } from '../limits.js'
import { EngineClosed, StoreUnusable } from '../../errors.js'
import {
  failureOf,
  isUnreplicatedCommit,
  needsNewConnections,
  noAnswer,
  type StatementFailure,
  unreplicated,
} from './failures.js'
import type { PostgresHost, PostgresSettings } from '../options.js'
import { settingsToSend } from './session-settings.js'
import type { SqlRow, SqlStatement } from './sql-text.js'

/** How long statements of a replaced pool may take to finish. */
const farewellSeconds = 10

export class Hosts {
  readonly #hosts: readonly PostgresHost[]
  #index = 0

  constructor(hosts: readonly PostgresHost[]) {
    this.#hosts = hosts
  }

  get current(): PostgresHost {
    return this.#hosts[this.#index]!
  }

  get several(): boolean {
    return this.#hosts.length > 1
  }

  /** Several pools may notice the same failure: only the first one moves to the next host. */
  leave(host: PostgresHost): void {
    if (host === this.current) this.#index = (this.#index + 1) % this.#hosts.length
  }
}

/** How long a full pool sends new statements unprepared before it is replaced. */
const fullPoolMs = 10 * 60 * 1000

interface Client {
  readonly sinceMs: number
  readonly host: PostgresHost
  readonly sql: postgres.Sql
}

export class Pool {
  readonly #options: PostgresSettings
  readonly #hosts: Hosts
  readonly #size: number
  /** Statements that may be prepared on each connection; others are parsed each time. */
  #prepared = new Set<string>()
  #client: Client
  #closing = false
  /** What ends the wait for the answer to each statement in progress: a list, as in `wait/batcher.ts`. */
  #waits: readonly ((failure: StatementFailure) => void)[] = []
  readonly #abandoned = new AbortController()
  /** Grows with every lost connection, so that a session notices that it is over. */
  #lost = 0

  constructor(options: PostgresSettings, hosts: Hosts, size: number) {
    this.#options = options
    this.#hosts = hosts
    this.#size = size
    this.#client = this.#connect()
  }

  get lost(): number {
    this.#keepFresh()
    return this.#lost
  }

  /** Rejects with `StatementFailure`. */
  async run({ text, parameters }: SqlStatement): Promise<readonly SqlRow[]> {
    if (this.#closing) throw new EngineClosed()
    this.#keepFresh()
    this.#options.onStatement?.(text)
    const client = this.#client
    const prepare = parameters.length > 0 && this.#mayPrepare(text)
    const query = client.sql.unsafe(text, [...parameters] as never[], { prepare }).raw()
    try {
      return withoutHoles(await this.#withDeadline(query))
    } catch (error) {
      const failure = failureOf(error, wasSent(query))
      if (needsNewConnections(failure)) this.#replace(client)
      throw failure
    }
  }

  async close(): Promise<void> {
    this.#closing = true
    const { signal } = this.#abandoned
    if (signal.aborted) return
    const abandoned = new Promise((resolve) => signal.addEventListener('abort', resolve))
    await Promise.race([this.#client.sql.end({ timeout: farewellSeconds }), abandoned])
  }

  /** For a database that does not answer: ends all waiting, and closes without a farewell. */
  abandon(): void {
    this.#closing = true
    this.#abandoned.abort()
    this.#giveUpAll(noAnswer())
    void this.#client.sql.end({ timeout: 0 }).catch(() => undefined)
  }

  #mayPrepare(text: string): boolean {
    if (!this.#options.prepare) return false
    if (this.#prepared.has(text)) return true
    if (this.#isFull()) return false
    this.#prepared.add(text)
    return true
  }

  #isFull(): boolean {
    return this.#prepared.size >= preparedStatementsMax
  }

  #withDeadline<T>(answer: Promise<T>): Promise<T> {
    const { statementTimeoutMs } = this.#options
    return new Promise<T>((resolve, reject) => {
      const giveUp = (failure: StatementFailure) => reject(failure)
      const timer = setTimeout(() => giveUp(noAnswer()), statementTimeoutMs + answerGraceMs)
      this.#waits = [...this.#waits, giveUp]
      answer.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        this.#waits = this.#waits.filter((one) => one !== giveUp)
      })
    })
  }

  #giveUpAll(failure: StatementFailure): void {
    for (const giveUp of this.#waits) giveUp(failure)
  }

  /**
   * The client does not say on which connection a notice came, so every statement in progress here
   * counts as affected. This is called before the answer that follows the notice is read.
   */
  #hear(notice: postgres.Notice): void {
    if (isUnreplicatedCommit(notice)) this.#giveUpAll(unreplicated())
  }

  /**
   * Replaces the pool if another pool has found that the database has moved, or if this one has had
   * its maximum of prepared statements for too long.
   */
  #keepFresh(): void {
    const isElsewhere = this.#client.host !== this.#hosts.current
    const isStale = this.#isFull() && performance.now() - this.#client.sinceMs > fullPoolMs
    if (isElsewhere || isStale) this.#renew()
  }

  #replace(broken: Client): void {
    if (broken !== this.#client) return
    this.#hosts.leave(broken.host)
    this.#renew()
  }

  #renew(): void {
    if (this.#closing) return
    const { sql } = this.#client
    this.#lost++
    this.#prepared = new Set()
    this.#client = this.#connect()
    void sql.end({ timeout: farewellSeconds }).catch(() => undefined)
  }

  #connect(): Client {
    const host = this.#hosts.current
    const settings = clientSettings(this.#options, host, this.#hosts.several)
    const onclose = () => {
      // Connections of a replaced pool were already given up.
      if (this.#client === client) this.#lost++
    }
    const onnotice = (notice: postgres.Notice) => this.#hear(notice)
    const sql = postgres({ ...settings, max: this.#size, onclose, onnotice })
    const client = { sinceMs: performance.now(), host, sql }
    return client
  }
}

/**
 * If the previous answer on a connection ended in an error, the client puts as many empty places in
 * front of the next answer as that one had rows.
 */
function withoutHoles(rows: readonly SqlRow[]): readonly SqlRow[] {
  return rows.length === 0 || 0 in rows ? rows : rows.filter(() => true)
}

/** The client records on a query which connection got it; a query without one was never sent. */
function wasSent(query: unknown): boolean {
  return (query as { state: unknown }).state !== null
}

function clientSettings(
  options: PostgresSettings,
  { host, port }: PostgresHost,
  several: boolean,
): postgres.Options<Record<string, postgres.PostgresType>> {
  const { connectTimeoutMs } = options
  return {
    ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }),
    database: options.database,
    user: options.user,
    // Given no password, the client would look for one elsewhere.
    password: options.password ?? '',
    ssl: tlsSettings(options, host),
    connect_timeout: connectTimeoutMs / 1000,
    connection: settingsToSend(options),
    // `sql-text.ts` writes all parameters as text, so no types need to be asked for.
    fetch_types: false,
    types: { bytea: { to: 17, from: [17], serialize: asIs, parse: asIs } },
    ...(several ? { target_session_attrs: 'primary' } : {}),
  }
}

const asIs = (text: unknown) => text

function tlsSettings({ ssl }: PostgresSettings, host: string) {
  if (ssl === undefined || ssl.mode === 'disable') return false
  const files = {
    ...(ssl.rootCert === undefined ? {} : { ca: readPem(ssl.rootCert) }),
    ...(ssl.cert === undefined ? {} : { cert: readPem(ssl.cert) }),
    ...(ssl.key === undefined ? {} : { key: readPem(ssl.key) }),
  }
  switch (ssl.mode) {
    case 'prefer':
      return 'prefer'
    case 'require':
      return { ...files, rejectUnauthorized: false }
    case 'verify-ca':
      return { ...files, rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'verify-full':
      return {
        ...files,
        rejectUnauthorized: true,
        checkServerIdentity: (_: string, cert: Parameters<typeof checkServerIdentity>[1]) =>
          checkServerIdentity(host, cert),
      }
  }
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StoreUnusable(`The certificate ${path} cannot be read.`, { cause: error })
  }
}
