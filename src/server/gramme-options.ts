/** The options of a server, as a program passes them. `option-table.ts` has their rules and defaults. */
import type { Durability } from '../storage/driver.js'

export interface GrammeOptions {
  /** The port to listen on; 0 picks a free port, see `address`. Default 8000. */
  readonly port?: number
  /**
   * The address to listen on. The default, 127.0.0.1, can only be reached from this machine. On a wider
   * address, `auth` is `iam` unless it is set.
   */
  readonly host?: string
  /**
   * Who may call. `open`: any credentials are accepted, and everybody may do everything. `iam`: signatures
   * are verified, and policies say who may do what (docs/security.md). Default: `open` if `host` can only be
   * reached from this machine, `iam` otherwise.
   */
  readonly auth?: AuthMode
  /**
   * Allows `auth: 'open'` on a `host` that other machines can reach: anyone who can reach the port can then
   * read and change everything. Default false.
   */
  readonly openToNetwork?: boolean
  /**
   * The access key of the root of account 000000000000, who may do everything, with `auth: 'iam'`. A key that
   * was set like this before is replaced. Default: the first start makes one, see `newRootKey`.
   */
  readonly rootAccessKeyId?: string
  /** The secret of that key. */
  readonly rootSecretAccessKey?: string
  /**
   * The file of a certificate with its chain, in PEM form. With it and `tlsKey` the server speaks HTTPS, with
   * HTTP/1.1 and HTTP/2, and no plain HTTP. Both files are read again when they change.
   */
  readonly tlsCert?: string
  /** The file of the certificate's key, in PEM form. */
  readonly tlsKey?: string
  /** A file of authorities, in PEM form: clients then need a certificate of one of them. */
  readonly tlsClientCa?: string
  /** How many connections may be open; others are refused with a 503, or closed with TLS. Default 10,000. */
  readonly connectionsMax?: number
  /** The same for those of one address, or of one /64 network of IPv6. Default 5,000. */
  readonly connectionsPerAddressMax?: number
  /**
   * How many requests an address may send in a second. Further ones get a ThrottlingException, which SDKs
   * retry. Default 0: any number.
   */
  readonly requestsPerSecondPerAddress?: number
  /** The same for each access key. Default 0: any number. */
  readonly requestsPerSecondPerKey?: number
  /**
   * The file that records who called what, from where, and whether it was allowed, as lines of JSON in
   * CloudTrail's form (docs/security.md). Each server needs its own. Default none.
   */
  readonly auditFile?: string
  /** Whether calls for items are recorded as well, with keys and without other values. Default false. */
  readonly auditData?: boolean
  /** After how many megabytes the audit file is renamed and begun anew. Default 100. */
  readonly auditFileMb?: number
  /** How many renamed audit files are kept; older ones are removed. Default 10. */
  readonly auditFiles?: number
  /**
   * A JSON file that says what accounts contain, with `auth: 'iam'`: users, groups, roles, policies and keys
   * (docs/security.md). It is applied by every start; nothing that it does not name is changed or deleted.
   */
  readonly iamFile?: string
  /**
   * Names by which the server may be called, in addition to `localhost`, names that end with `.localhost`,
   * and IP addresses; if `host` is a wider address, also in addition to names without a dot and those
   * that end with `.internal`, `.local`, `.test` or `.home.arpa`. `*.example.com` stands for all names below
   * one, `*` for every name. Requests for other names are refused with 403.
   */
  readonly allowedHost?: readonly string[]
  /**
   * Origins of web pages that may call the server, such as `https://app.example.com`, in addition to
   * those of this machine (`http://localhost:3000`); `null` for pages without an origin, `*` for every
   * page. Requests of other pages are refused with 403.
   */
  readonly corsOrigin?: readonly string[]
  /**
   * Where the data is kept: `lmdb` (the default), a folder on this machine; `memory`; or the address of
   * a PostgreSQL database, `postgres://user:password@host:5432/database`, which any number of servers
   * may share. The address can also name several hosts, TLS, pools and timeouts: docs/scaling.md.
   */
  readonly engine?: string
  /** The folder that holds the data, created if it does not exist. Default `./gramme-data`. */
  readonly dataDir?: string
  /** Keep everything in memory and nothing on disk: fast, and gone when the server stops. */
  readonly inMemory?: boolean
  /** Connections to PostgreSQL for reads, which share them. Overrides `readPool` in the address. */
  readonly readPool?: number
  /** Connections to PostgreSQL for writes, one for each write at a time. Overrides the address. */
  readonly writePool?: number
  /**
   * When a write is acknowledged: `durable` (the default) once it is flushed to disk, so that no crash
   * can undo it; `relaxed` before that, so that a crash of the machine may lose the latest writes.
   */
  readonly durability?: Durability
  /** How many changes may share one commit, hence one flush to disk; 1 turns sharing off. Default 400. */
  readonly groupMutationsMax?: number
  /**
   * How many megabytes requests under way may take together: their bodies, what these are parsed into,
   * and answers until they are sent. Others wait, and are refused with a 503 after 20 seconds. Default:
   * half of the heap that Node allows, and at most a quarter of the memory of the container or machine.
   */
  readonly memoryInFlightMb?: number
  /**
   * How many megabytes the vectors that are searched may take in memory (docs/vector-search.md). Others are read from
   * the store for every search. Default: a quarter of the memory of the container or machine.
   */
  readonly vectorMemoryMb?: number
  /** How many threads search vectors. Default: one for each core, at most 8. */
  readonly vectorThreads?: number
  /**
   * How many processes serve requests behind one port, for `gramme start` (docs/scaling.md). A program that embeds
   * Gramme is one process and takes 1 or `auto`. Default `auto`: one for each core but one, at most 8, on a machine with at
   * least 4 cores and 2 GB of memory in IAM mode, otherwise 1.
   */
  readonly workers?: number | 'auto'
  /** The least important log lines to show, on stderr, as JSON. Default `warn`: quiet. */
  readonly logLevel?: LogThreshold
  /**
   * Whether all regions and accounts share one set of tables, which ARNs place in us-east-1 and account
   * 000000000000. Default false: each region and each account has its own.
   */
  readonly sharedRegions?: boolean
  /**
   * Whether requests beyond the throughput of a table are refused, as on AWS (docs/capacity.md). A table's tag
   * `gramme:throttle`, `on` or `off`, overrides it. Default `off`: capacity is counted, and limits nobody.
   */
  readonly throttle?: ThrottleMode
  /**
   * Whether the server measures what it does, for CloudWatch's operations and alarms (docs/metrics.md). Default
   * `on`. Alarms and auto scaling see nothing of a server that does not.
   */
  readonly metrics?: MetricsMode
  /**
   * What `Authorization: Bearer` has to contain for `GET /metrics`, at least 16 characters. Default none: anybody who
   * reaches the server may read it with `auth: 'open'`, and programs of the same machine with `auth: 'iam'`.
   */
  readonly metricsToken?: string
  /**
   * Whether AWS's clients of DynamoDB Accelerator are served, on a port of their own (docs/dax.md). One process
   * serves them. Default false.
   */
  readonly dax?: boolean
  /** The port for clients of DAX; 0 picks a free one, see `daxAddress`. Default 8111, or 9111 with a certificate. */
  readonly daxPort?: number
  /**
   * The address and port that clients of DAX are told to connect to, `192.0.2.1:8111`, if they cannot reach the ones that the
   * server sees: behind NAT, or a port that a container maps. Default: those that the client has reached.
   */
  readonly daxAnnounce?: string
  /** Megabytes of items and pages that DAX keeps in memory. Default: a quarter of the heap that the process may have. */
  readonly daxMemoryMb?: number
  /**
   * Sends all answers from the main thread. Otherwise `gramme start` leaves some to another one while it is busy; a server in
   * another program never does. Default false.
   */
  readonly noSendingThread?: boolean
  /** Leaves out the web console, which is at `/console` otherwise (docs/console.md). Default false. */
  readonly noConsole?: boolean
  /**
   * The address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`: it gets a
   * span for each request, and the metrics. Default none.
   */
  readonly otlpEndpoint?: string
  /** How long tables stay CREATING, UPDATING and DELETING, in milliseconds. Default 0. */
  readonly tableTransitionMs?: number
  /** Read or write units that a table or index may have, in either billing mode. Default 40000, as on AWS. */
  readonly tableCapacityMax?: number
  /** Read or write units that all tables of an account and region may have provisioned. Default 80000, as on AWS. */
  readonly accountCapacityMax?: number
  /**
   * The address of a Kinesis endpoint, for tables whose changes are delivered there. Credentials come
   * from where AWS's tools look for them. Default none: destinations are refused.
   */
  readonly kinesisEndpoint?: string
  /**
   * Addresses that alarms may call when their state changes, each with everything below it. Default none: an
   * alarm can only name ARNs, as on AWS.
   */
  readonly alarmWebhook?: readonly string[]
  /**
   * The folder of the buckets that exports are written to and imports read from: a folder for each bucket,
   * and a file for each object. Servers that share a database have to share it too. Default: `buckets` in the
   * data folder; memory, if everything is kept in memory; none with PostgreSQL.
   */
  readonly bucketsDir?: string
  /**
   * The address of S3, or of a service that speaks its protocol, whose buckets are used instead. Credentials
   * come from where AWS's tools look for them. Default none.
   */
  readonly s3Endpoint?: string
  /** How long a shard of a stream stays open before its child replaces it, in milliseconds. Default 4 hours. */
  readonly shardDurationMs?: number
  /** How often to look for items that have expired (time to live), in milliseconds. Default 1000. */
  readonly ttlSweepIntervalMs?: number
  /**
   * How long changes of a global table wait before they are applied in other regions, in milliseconds: to see what an
   * application makes of a delay that AWS always has. Default 0.
   */
  readonly replicationDelayMs?: number
  /**
   * How many milliseconds searches of vector indexes do not show items that were written, as on AWS, where a write can
   * be searched soon, not at once. Default: 0, at once.
   */
  readonly vectorDelayMs?: number
  /** How long a table must wait between two changes of time to live, in milliseconds. Default 31 minutes, as on AWS. */
  readonly ttlChangeIntervalMs?: number
  /** How long a table or stream must wait between two changes of its policy, in milliseconds. Default 0; on AWS 15000. */
  readonly policyChangeIntervalMs?: number
  /** How long a table must wait between two changes of its deletion protection, in milliseconds. Default 0; on AWS 15000. */
  readonly protectionChangeIntervalMs?: number
  /**
   * How long after a write its moment can be restored (point-in-time recovery), in milliseconds. Default
   * 0; on AWS 300000.
   */
  readonly recoveryDelayMs?: number
  /**
   * The file that names the triggers: code that is called with the changes of tables (docs/triggers.md).
   * It is watched. Default: `triggers.json` in the data folder, if there is one.
   */
  readonly triggers?: string
  /**
   * The file of the public keys of identity providers, for AssumeRoleWithWebIdentity: a JSON object with a key
   * set (JWKS) for each issuer (docs/security.md). It is read again when it has changed. Default: none, so no
   * web identity is accepted.
   */
  readonly oidcKeys?: string
  /**
   * Where backups are kept: a folder, or `s3://bucket/prefix` (at `s3Endpoint`, or AWS). Servers that share
   * a database must name the same place. Default: `backups` in the data folder; in memory for a server
   * that keeps everything there; none on PostgreSQL, where backups are refused without it.
   */
  readonly backupsTo?: string
  /**
   * A file of master keys, one a line, each 32 bytes in base64; `gramme key create` writes one. Everything that
   * is created from then on is encrypted; the first key is used, the others open what they have encrypted
   * (docs/security.md). Default none: nothing is encrypted.
   */
  readonly masterKeyFile?: string
  /** The same as text instead of a file. */
  readonly masterKey?: string
  /**
   * The address of a key management service (KMS), whose keys tables can choose by SSESpecification.
   * Credentials come from where AWS's tools look for them. Default none: keys that tables name are only described.
   */
  readonly kmsEndpoint?: string
  /** The ARN of a key of that service, instead of a master key of the server's own. */
  readonly kmsKeyArn?: string
}

export type AuthMode = 'open' | 'iam'
export type ThrottleMode = 'on' | 'off'
export type MetricsMode = 'on' | 'off'
export type LogThreshold = 'silent' | 'error' | 'warn' | 'info' | 'debug'
export type OptionName = keyof GrammeOptions
